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
  const run = join(path, 'run');
  let lease: number | null = null;
  let removed = false;
  const remove = (): void => {
    removed = true;
    if (lease !== null) closeSync(lease);
    lease = null;
    rmSync(path, { recursive: true, force: true });
  };
  const hold = async (): Promise<void> => {
    const fifo = join(run, 'lease');
    const [late] = await Promise.all([
      files.late,
      execute('mkfifo', ['-m', '600', fifo], { env: { PATH: systemPath } }),
    ]);
    if (removed) return;
    for (const [name, data] of Object.entries(late)) writeNew(join(run, name), data);
    lease = openSync(fifo, constants.O_RDWR | constants.O_NONBLOCK);
    fchmodSync(lease, 0o400);
  };
  try {
    mkdirSync(path, { mode: 0o700 });
    writeRecord(path, record);
    mkdirSync(run, { mode: 0o755 });
    for (const [name, data] of Object.entries(files.run)) writeNew(join(run, name), data);
    for (const [name, data] of Object.entries(files.beside)) writeNew(join(path, name), data);
  } catch (error) {
    remove();
    throw unusable(path, error);
  }
  const ready = hold().catch((error: unknown) => {
    throw unusable(path, error);
  });
  ready.catch(() => undefined);
  const publish = (name: string, text: string): void => {
    try {
      writeNew(join(run, name), text);
    } catch (error) {
      throw unusable(path, error);
    }
  };
  return { path, ready, publish, remove };
}

/** Whole or not there, for whoever reads the journal meanwhile. Not synced: after a crash of the machine no session is left. */
function writeRecord(directory: string, record: SessionRecord): void {
  const draft = join(directory, '.session.json');
  writeFileSync(draft, JSON.stringify(record), { mode: 0o600, flag: 'wx' });
  renameSync(draft, join(directory, 'session.json'));
}

function writeNew(path: string, data: string | Buffer): void {
  writeFileSync(path, data, { mode: 0o444, flag: 'wx' });
}

function unusable(path: string, error: unknown): AppError {
  return new AppError(
    'STATE_UNUSABLE',
    `the session’s directory ${path} cannot be made: ${(error as Error).message}`,
    'Make room or permission there, or set XDG_STATE_HOME to a directory of yours.',
    { cause: error },
  );
}
