import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ObjectId } from '../host/pin.ts';
import { isSameObject } from '../judge/same-object.ts';
import { isAlive } from '../state/owner.ts';
import { readSessionRecord } from '../state/session-record.ts';
import type { SessionRecord } from '../state/session-record.ts';

/**
 * Live sessions of others on a config directory, from the sessions' journal: no engine is asked. Of two that start at the same time each
 * sees the other, because a session's record is written before it looks.
 */
export function findOtherSessions(
  state: string,
  own: { readonly session: string | null; readonly agent: string; readonly directory: ObjectId },
): readonly SessionRecord[] {
  return list(join(state, 'sessions'))
    .filter((id) => id !== own.session)
    .flatMap((id) => {
      const read = readSessionRecord(join(state, 'sessions', id));
      return read.kind === 'record' ? [read.record] : [];
    })
    .filter((record) => record.agent === own.agent && isOn(record, own.directory) && isAlive(record.owner));
}

/** What cannot be looked at counts: a warning too many annoys, one too few loses logins. */
function isOn({ config }: SessionRecord, directory: ObjectId): boolean {
  if (config === undefined) return true;
  try {
    return isSameObject(statSync(config, { bigint: true }), directory);
  } catch {
    return true;
  }
}

function list(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
