import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readSessionRecord } from './session-record.ts';
import type { SessionRecord } from './session-record.ts';

/**
 * The sessions this state directory knows, in no order. What cannot be read, is of a newer version or names another session
 * than its directory does is left out: the next launch's sweep tells of it. No state directory: none.
 */
export function readJournal(state: string): readonly SessionRecord[] {
  let names: readonly string[];
  try {
    names = readdirSync(join(state, 'sessions'));
  } catch {
    return [];
  }
  return names.flatMap((name) => {
    const read = readSessionRecord(join(state, 'sessions', name));
    return read.kind === 'record' && read.record.id === name ? [read.record] : [];
  });
}
