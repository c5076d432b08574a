import { closeSync, constants, fchmodSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { AppError } from '../errors.ts';
import { systemPath } from '../host/system-path.ts';
import type { SessionRecord } from './session-record.ts';

const execute = promisify(execFile);

/** A live session's own directory: `run/` is bound into the container at /run/sandbox, read-only. */
export interface SessionDirectory {
  readonly path: string;
  /** Resolves when the lease is held and the late files are written: before that nothing may be started. */
  readonly ready: Promise<void>;
  /** One more file of `run/`, which the running session sees at once, read-only. Throws STATE_UNUSABLE. */
  publish(name: string, text: string): void;
  remove(): void;
}

export interface SessionFiles {
  /** Name → contents; all become 0444. */
  readonly run: Readonly<Record<string, string | Buffer>>;
  readonly beside: Readonly<Record<string, string>>;
  /** More files of `run/`, being gathered. */
  readonly late: Promise<Readonly<Record<string, string>>>;
}

/**
 * Makes `<state>/sessions/<id>` with its record, the files of `run/` and, meanwhile, the lease: a FIFO opened read-write and
 * only then made 0400, so that nobody of the same user inside can open it for writing. It is held open for as long as the
 * launcher lives: its end is the session's end. Throws STATE_UNUSABLE.
 */
export function createSessionDirectory(state: string, record: SessionRecord, files: SessionFiles): SessionDirectory {
  const path = join(state, 'sessions', record.id);
  let lease: number | null = null;
  let removed = false;
  const remove = (): void => {
    removed = true;
    if (lease !== null) closeSync(lease);
    lease = null;
    rmSync(path, { recursive: true, force: true });
  };
  const hold = async (run: number): Promise<void> => {
    // Another process makes the FIFO: for it, the descriptor has this process's number.
    const fifo = `/proc/${process.pid}/fd/${run}/lease`;
    const late = await files.late;
    await execute('mkfifo', ['-m', '600', fifo], { env: { PATH: systemPath } });
    if (removed) return;
    for (const [name, data] of Object.entries(late)) writeNew(run, name, data);
    lease = openSync(below(run, 'lease'), constants.O_RDWR | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    fchmodSync(lease, 0o400);
  };
  const opened: number[] = [];
  const make = (place: string, mode: number): number => {
    mkdirSync(place, { mode });
    const fd = openSync(place, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
    opened.push(fd);
    return fd;
  };
  const close = (): void => opened.splice(0).forEach((fd) => closeSync(fd));
  try {
    const top = make(path, 0o700);
    writeRecord(top, record);
    const run = make(below(top, 'run'), 0o755);
    for (const [name, data] of Object.entries(files.run)) writeNew(run, name, data);
    for (const [name, data] of Object.entries(files.beside)) writeNew(top, name, data);
    const ready = hold(run).catch((error: unknown) => {
      throw unusable(path, error);
    });
    ready.catch(() => undefined);
    const publish = (name: string, text: string): void => {
      try {
        if (removed) throw new Error('it is removed');
        writeNew(run, name, text);
      } catch (error) {
        throw unusable(path, error);
      }
    };
    // Not sooner than nobody, the other process included, goes by their numbers.
    const removeAndClose = (): void => {
      remove();
      void ready.then(close, close);
    };
    return { path, ready, publish, remove: removeAndClose };
  } catch (error) {
    close();
    remove();
    throw unusable(path, error);
  }
}

/** Whatever is put in the place of a directory of ours, what we write goes into ours. */
function below(directory: number, name: string): string {
  return `/proc/self/fd/${directory}/${name}`;
}

/** Whole or not there, for whoever reads the journal meanwhile. Not synced: after a crash of the machine no session is left. */
function writeRecord(directory: number, record: SessionRecord): void {
  const draft = below(directory, '.session.json');
  writeFileSync(draft, JSON.stringify(record), { mode: 0o600, flag: 'wx' });
  renameSync(draft, below(directory, 'session.json'));
}

function writeNew(directory: number, name: string, data: string | Buffer): void {
  writeFileSync(below(directory, name), data, { mode: 0o444, flag: 'wx' });
}

function unusable(path: string, error: unknown): AppError {
  return new AppError(
    'STATE_UNUSABLE',
    `the session’s directory ${path} cannot be made: ${(error as Error).message}`,
    'Make room or permission there, or set XDG_STATE_HOME to a directory of yours.',
    { cause: error },
  );
}
