import { isAbsolute, normalize, resolve } from 'node:path';
import { AppError } from '../errors.ts';
import type { ExtraMount } from '../plan/launch-options.ts';

/**
 * `SRC[:DST][:ro|rw]` → mount. `\:` and `\\` are literals, so every path can be named. A relative source is taken
 * from `cwd`, or refused when that is null; `~/` stands for `home` when there is one; the target defaults to the source's
 * own path. Throws BAD_VALUE, naming the place it was written in.
 */
export function parseMount(
  text: string,
  cwd: string | null,
  { name, home }: { readonly name: string; readonly home: string | null } = { name: '--mount', home: null },
): ExtraMount {
  const parts = splitEscaped(text);
  const last = parts.at(-1);
  const mode = last === 'ro' || last === 'rw' ? last : 'ro';
  if (parts.length > 1 && (last === 'ro' || last === 'rw')) parts.pop();
  const [source = '', target, ...rest] = parts;
  if (source === '' || target === '' || rest.length > 0 || text.includes('\0')) throw badMount(text, name);
  const expand = (path: string) => (home !== null && /^~(\/|$)/.test(path) ? home + path.slice(1) : path);
  if (cwd === null && !isAbsolute(expand(source))) throw badMount(text, name);
  const from = resolve(cwd ?? '/', expand(source));
  const to = expand(target ?? from);
  if (!isAbsolute(to)) throw badMount(text, name);
  return { source: from, target: normalize(to).replace(/(.)\/+$/, '$1'), mode };
}

function splitEscaped(text: string): string[] {
  const parts = [''];
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? '';
    const next = text[at + 1];
    if (char === '\\' && (next === ':' || next === '\\')) {
      parts[parts.length - 1] += next;
      at += 1;
    } else if (char === ':') parts.push('');
    else parts[parts.length - 1] += char;
  }
  return parts;
}

function badMount(text: string, name: string): AppError {
  return new AppError(
    'BAD_VALUE',
    `${name} does not understand “${text}”`,
    name === '--mount'
      ? 'Give SRC, SRC:DST or SRC:DST:rw with an absolute DST; write \\: for a colon in a name.'
      : 'Give SRC, SRC:DST or SRC:DST:rw with absolute paths, or paths that begin with ~/; a colon in a name takes a backslash before it.',
  );
}
