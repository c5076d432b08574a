import type { Agent } from '../agents/agent.ts';
import { AppError } from '../errors.ts';
import { describeSource } from './layer.ts';
import type { Layer, Problem } from './layer.ts';
import { loadConfig } from './load.ts';
import { resolveConfig } from './resolve.ts';
import type { Config } from './resolve.ts';
import { contradictions } from './rules.ts';
import { variableLayer } from './variable-layer.ts';

export interface ConfigureInput {
  /** Null: what holds for every agent. */
  readonly agent: Pick<Agent, 'name' | 'install'> | null;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly facts: Parameters<typeof loadConfig>[0];
  readonly workspace: string;
  /** The home with its links resolved: the working directory is physical, `~/` in a file is not. */
  readonly realHome: string;
  readonly flags: Layer;
}

/**
 * Every layer, read and merged. Throws CONFIG_UNREADABLE; CONFIG_INVALID with everything that is wrong, in files and
 * variables, at once; BAD_VALUE when only flags contradict each other.
 */
export async function configure(input: ConfigureInput): Promise<Config> {
  const { agent, env, facts, workspace, realHome, flags } = input;
  const { files, problems } = await loadConfig(facts, workspace);
  const variables = variableLayer(env, facts.user.home);
  refuse([...problems, ...variables.problems]);
  const { home } = facts.user;
  const config = resolveConfig({
    agent: agent?.name ?? null,
    workspace: [workspace, ...respelled(workspace, realHome, home)],
    files,
    variables: variables.layer,
    flags,
  });
  const found = contradictions(config, agent);
  const typed = found.find(({ sources }) => sources.every(({ kind }) => kind === 'flag'));
  if (typed !== undefined) throw new AppError('BAD_VALUE', typed.message, typed.remedy);
  refuse(
    found.flatMap(({ sources: [source = { kind: 'default' }], message, remedy }) => [{ source, message, remedy }]),
  );
  return config;
}

function respelled(path: string, from: string, to: string): readonly string[] {
  return path === from || path.startsWith(`${from}/`) ? [`${to}${path.slice(from.length)}`] : [];
}

function refuse(problems: readonly Problem[]): void {
  if (problems.length === 0) return;
  const one = ({ source, message, remedy }: Problem): string =>
    `${describeSource(source)}: ${message}. ${remedy}`.trim().replace(/[\r\n]+/g, ' ');
  throw invalid(problems.map(one), 'Nothing was started. `sandbox config schema` says what a file may hold.');
}

function invalid(lines: readonly string[], hint: string): AppError {
  const [only, ...more] = lines;
  if (only !== undefined && more.length === 0) {
    return new AppError('CONFIG_INVALID', `the configuration is not valid: ${only}`, hint);
  }
  return new AppError('CONFIG_INVALID', `the configuration has ${lines.length} problems:`, hint, { details: lines });
}
