import { createHash } from 'node:crypto';
import type { RecordedValue } from './config-record.ts';
import type { Leaf } from './select-keys.ts';

const MAX_TEXT = 500;
/** Everything below them may be a secret. */
const SECRET_PARENTS = new Set(['env', 'headers', 'http_headers', 'httpHeaders', 'set', 'credentials', 'secrets']);
const SECRET_NAME = /key|token|secret|password|passwd|authorization|credential|cookie/i;
/** Names that would match, of settings that are commands: a person has to see those. */
const COMMAND_NAME = /(helper|refresh|export|command)$/i;
/** Texts that are logins wherever they stand: vendors' keys, forges' tokens, JSON web tokens; user and password in a URL. */
const SECRET_TEXT = [
  /\b(?:sk-|ghp_|gho_|ghs_|github_pat_|glpat-|xox[abpr]-|AKIA|AIza|eyJ)[A-Za-z0-9_.-]{12,}/g,
  /(?<=:\/\/)[^/\s@"']+:[^/\s@"']*(?=@)/g,
  /(?<=\b(?:bearer|basic)\s+)[A-Za-z0-9+/_.=-]{8,}/gi,
];

/**
 * A value as it is kept and shown: as canonical JSON, cut when long, secrets by digest only. The names that lead to it decide
 * what is a secret, and for the parents only a closed list: an agent chooses the names of its servers, and must not hide their commands.
 */
export function recordValue({ path, value }: Leaf, options: { readonly command?: boolean } = {}): RecordedValue {
  const text = canonical(value);
  if (options.command !== true && isSecret(path)) return { hidden: digestOf(text) };
  const shown = SECRET_TEXT.reduce((masked, pattern) => masked.replace(pattern, '(hidden)'), text);
  if (shown === text && text.length <= MAX_TEXT) return { text };
  return { text: cut(shown), digest: digestOf(text) };
}

export function digestOf(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

function isSecret(path: Leaf['path']): boolean {
  const names = path.filter((part) => typeof part === 'string');
  const last = names.at(-1) ?? '';
  if (names.slice(0, -1).some((name) => SECRET_PARENTS.has(name)) || SECRET_PARENTS.has(last)) return true;
  return SECRET_NAME.test(last) && !COMMAND_NAME.test(last);
}

function cut(text: string): string {
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT)}…`;
}

/** Keys sorted, so that a file that was only written anew is the same. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value === 'bigint' || (typeof value === 'number' && !Number.isFinite(value))) return String(value);
  if (typeof value !== 'object' || value === null || value instanceof Date) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(',')}}`;
}
