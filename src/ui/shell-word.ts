import { escapeText } from './escape.ts';

/**
 * A path as one word of a command that we print for a person to copy: in double quotes, in single ones where a shell would
 * see a variable, a command or a quote in it. Null when no such word would survive being printed: names with control
 * characters, a backslash or a single quote. Without this, a file called `$(…)` would have its finder run it.
 */
export function shellWord(path: string): string | null {
  if (escapeText(path, { max: Infinity }) !== path) return null;
  if (!/[$`"!]/.test(path)) return `"${path}"`;
  return path.includes("'") ? null : `'${path}'`;
}
