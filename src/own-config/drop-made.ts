import { createHash } from 'node:crypto';
import type { CodeFile, ConfigChange, ConfigRecord } from './config-record.ts';

/** A directory that the agent fills itself at its first start, and the digest of what it then holds. */
export interface MadeByAgent {
  readonly path: string;
  readonly digest: string;
}

/**
 * Leaves out what the agent made itself at its first start: a directory of which nothing was there before, and which holds
 * exactly what that version of the agent is known to write. One file more or another, and all of it is named. Pure.
 */
export function dropMade(
  changes: readonly ConfigChange[],
  before: ConfigRecord,
  after: ConfigRecord,
  made: readonly MadeByAgent[],
): readonly ConfigChange[] {
  const known = made.filter(
    ({ path, digest }) => below(before.code, path).length === 0 && digestOfDirectory(after.code, path) === digest,
  );
  return changes.filter(({ file }) => !known.some(({ path }) => file.startsWith(`${path}/`)));
}

/** sha256 over the sorted paths and digests of the files below `path`. */
export function digestOfDirectory(code: ConfigRecord['code'], path: string): string {
  const lines = below(code, path)
    .map(([file, entry]) => `${file.slice(path.length)}\0${'sha256' in entry ? String(entry.sha256) : 'other'}\n`)
    .sort();
  return createHash('sha256').update(lines.join('')).digest('hex');
}

function below(code: ConfigRecord['code'], path: string): readonly [string, CodeFile][] {
  return Object.entries(code).filter(([file]) => file.startsWith(`${path}/`));
}
