import { closeSync, constants, fchmodSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { AppError } from '../errors.ts';
import type { SessionRecord } from './session-record.ts';
import { writeFileAtomic } from './write-file-atomic.ts';

const run = promisify(execFile);

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
