import {
  closeSync,
  constants,
  fchmodSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { AppError } from '../errors.ts';
import { isAlive } from './owner.ts';
import type { Owner } from './owner.ts';
import { writeFileAtomic } from './write-file-atomic.ts';

const run = promisify(execFile);

/** What the state directory remembers of a session; version 1. */
export interface SessionRecord {
  readonly version: 1;
  readonly id: string;
  readonly agent: string;
  readonly workspace: string;
  readonly owner: Owner;
  /** ISO 8601. */
  readonly created: string;
}

/** A live session's own directory: `run/` is bound into the container at /run/sandbox, read-only. */
export interface SessionDirectory {
  readonly path: string;
  /** Held open for as long as the launcher lives: its end is the lease's end. */
  readonly leaseFd: number;
  remove(): void;
}

/**
 * Makes `<state>/sessions/<id>` with its record, the files of `run/` (name → contents, all 0444) and the lease: a FIFO
 * opened read-write and only then made 0400, so that nobody of the same user inside can open it for writing.
 */
export async function createSessionDirectory(
  state: string,
  record: SessionRecord,
  files: { readonly run: Readonly<Record<string, string | Buffer>>; readonly beside: Readonly<Record<string, string>> },
): Promise<SessionDirectory> {
  const path = join(state, 'sessions', record.id);
  try {
    mkdirSync(path, { mode: 0o700 });
    writeFileAtomic(join(path, 'session.json'), JSON.stringify(record));
    mkdirSync(join(path, 'run'), { mode: 0o755 });
    for (const [name, data] of Object.entries(files.run))
      writeFileSync(join(path, 'run', name), data, { mode: 0o444, flag: 'wx' });
    for (const [name, data] of Object.entries(files.beside))
      writeFileSync(join(path, name), data, { mode: 0o444, flag: 'wx' });
    const lease = join(path, 'run', 'lease');
    await run('mkfifo', ['-m', '600', lease]);
    const leaseFd = openSync(lease, constants.O_RDWR | constants.O_NONBLOCK);
    fchmodSync(leaseFd, 0o400);
    return {
      path,
      leaseFd,
      remove: () => {
        closeSync(leaseFd);
        rmSync(path, { recursive: true, force: true });
      },
    };
  } catch (error) {
    rmSync(path, { recursive: true, force: true });
    throw new AppError(
      'STATE_UNUSABLE',
      `the session’s directory ${path} cannot be made: ${(error as Error).message}`,
      'Make room or permission there, or set XDG_STATE_HOME to a directory of yours.',
      { cause: error },
    );
  }
}

/** Removes directories of sessions whose launcher is gone. What cannot be read as a record and is old goes too. */
export function sweepSessionDirectories(state: string): readonly string[] {
  const removed: string[] = [];
  for (const id of readdirSync(join(state, 'sessions'))) {
    const path = join(state, 'sessions', id);
    const owner = readOwner(path);
    const stale = owner === null ? Date.now() - lstatSync(path).mtimeMs > 3_600_000 : !isAlive(owner);
    if (!stale) continue;
    rmSync(path, { recursive: true, force: true });
    removed.push(id);
  }
  return removed;
}

function readOwner(path: string): Owner | null {
  try {
    return (JSON.parse(readFileSync(join(path, 'session.json'), 'utf8')) as SessionRecord).owner;
  } catch {
    return null;
  }
}
