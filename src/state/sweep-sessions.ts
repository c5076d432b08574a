import { lstatSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { currentOwner, isAlive } from './owner.ts';
import { readSessionRecord } from './session-record.ts';

/** Time within which a new session has written its record. Milliseconds. */
const YOUNG = 3_600_000;

export interface Sweep {
  /** Sessions whose launcher is gone. */
  readonly removed: readonly string[];
  /** Lines for the person: what could not be read, and where it lies now. */
  readonly notes: readonly string[];
}

/**
 * Removes what sessions left whose launcher is gone. An entry that is damaged is moved to `<state>/damaged/` and told; one
 * of a newer version is left alone, and so is another machine's or process namespace's where the directory is shared: whether
 * its launcher lives cannot be seen from here. Nothing here keeps a session from starting.
 *
 * @param dry only look
 */
export function sweepSessions(state: string, dry = false): Sweep {
  const { hostId } = currentOwner();
  const removed: string[] = [];
  const notes: string[] = [];
  for (const id of readdirSync(join(state, 'sessions'))) {
    const path = join(state, 'sessions', id);
    try {
      const read = readSessionRecord(path);
      const old = () => Date.now() - lstatSync(path).mtimeMs > YOUNG;
      if (read.kind === 'newer') continue;
      if (read.kind === 'record' && (read.record.owner.hostId !== hostId || isAlive(read.record.owner))) continue;
      if (read.kind === 'damaged') {
        if (!dry) notes.push(setAside(state, id, read.reason));
      } else if (read.kind === 'record' || old()) {
        if (!dry) rmSync(path, { recursive: true, force: true });
        removed.push(id);
      }
    } catch (error) {
      notes.push(`what an earlier session left in ${path} could not be removed: ${(error as Error).message}`);
    }
  }
  return { removed, notes };
}

function setAside(state: string, id: string, reason: string): string {
  const directory = join(state, 'damaged');
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const place = join(directory, `${id}-${new Date().toISOString().replace(/[:.]/g, '-')}`);
  renameSync(join(state, 'sessions', id), place);
  return `the record of session ${id} is damaged (${reason}); it was moved to ${place}`;
}
