import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../errors.ts';
import { currentOwner, isAlive, type Owner } from '../state/owner.ts';

const POLL = 250;

/**
 * Runs `work` while no other process of this user builds images. The lock is a file that appears whole (a hard link) and
 * names its owner; one whose owner is dead is taken over. `onWait` is told once, with the pid waited for.
 * Rejects with CANCELLED when `signal` aborts the waiting, STATE_UNUSABLE when the directory cannot be written.
 */
export async function withBuildLock<T>(
  stateDir: string,
  signal: AbortSignal,
  onWait: (pid: number) => void,
  work: () => Promise<T>,
): Promise<T> {
  const path = join(stateDir, 'image-build.lock');
  const mine = JSON.stringify({ ...currentOwner(), nonce: randomBytes(8).toString('hex') });
  let told = false;
  for (;;) {
    if (signal.aborted) throw cancelled(signal);
    const holder = acquire(stateDir, path, mine);
    if (holder === null) break;
    if (!told) onWait(holder.pid);
    told = true;
    await sleep(POLL, undefined, { signal }).catch(() => undefined);
  }
  try {
    return await work();
  } finally {
    if (read(path) === mine) unlinkSync(path);
  }
}

/** Null: it is ours now. */
function acquire(stateDir: string, path: string, mine: string): Owner | null {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    mkdirSync(stateDir, { recursive: true, mode: 0o700 });
    writeFileSync(draft, mine, { flag: 'wx', mode: 0o600 });
  } catch (cause) {
    throw new AppError(
      'STATE_UNUSABLE',
      `The state directory ${stateDir} cannot be written: ${(cause as Error).message}`,
      'Make room or permission there, or set XDG_STATE_HOME to a directory of yours',
      { cause },
    );
  }
  try {
    for (;;) {
      if (tryLink(draft, path)) return null;
      const found = read(path);
      if (found === null) continue;
      const owner = parse(found);
      if (owner !== null && isAlive(owner)) return owner;
      dispose(path, found);
    }
  } finally {
    unlinkSync(draft);
  }
}

/** Moves the dead lock aside; should another process have replaced it meanwhile, that one is put back. */
function dispose(path: string, dead: string): void {
  const aside = `${path}.${process.pid}.dead`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  if (read(aside) !== dead) tryLink(aside, path);
  unlinkSync(aside);
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

function parse(text: string): Owner | null {
  try {
    const owner = JSON.parse(text) as Partial<Owner> | null;
    return typeof owner?.pid === 'number' && typeof owner.start === 'string' ? (owner as Owner) : null;
  } catch {
    return null;
  }
}

function cancelled(signal: AbortSignal): Error {
  if (signal.reason instanceof AppError) return signal.reason;
  return new AppError('CANCELLED', 'Cancelled', 'Run the command again to start over');
}
