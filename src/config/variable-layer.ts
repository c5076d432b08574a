import { AppError } from '../errors.ts';
import type { Entry, Layer, Problem, Source } from './layer.ts';
import { settingKeys, settings } from './settings.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** The settings of `SANDBOX_*` variables: empty ones do not count, lists have one item a line. */
export function variableLayer(
  env: Env,
  home: string,
): { readonly layer: Layer; readonly problems: readonly Problem[] } {
  const layer: Entry[] = [];
  const problems: Problem[] = [];
  for (const key of settingKeys) {
    const { variable: name, parse, fallback } = settings[key];
    const text = env[name];
    if (text === undefined || text === '') continue;
    const source: Source = { kind: 'variable', name };
    try {
      const raw = fallback === 'none' ? text.split('\n').filter((line) => line !== '') : text;
      layer.push({ key, value: parse(raw, { name, home, cwd: null }), append: false, source });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      problems.push({ source, message: error.message, remedy: error.hint });
    }
  }
  return { layer, problems };
}
