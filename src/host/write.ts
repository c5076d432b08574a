import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  rmdirSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { AppError, BugError } from '../errors.ts';
import { isSameObject } from '../judge/same-object.ts';
import type { ObjectId } from './pin.ts';

const O_PATH = 0o10000000;

/** Something this process made below a pinned directory, and may therefore remove again. */
export interface Created extends ObjectId {
  /** Descriptor of the directory it lies in; not owned by this value. */
  readonly parent: number;
  readonly name: string;
  readonly type: 'directory' | 'file';
}

/**
 * Makes a directory, 0700 and the caller's, in the directory `parent` (a descriptor), following nothing. What is there
 * already, a link above all, throws HOST_WRITE_REFUSED.
 */
export function makeDirectory(parent: number, name: string): Created {
  const path = below(parent, name);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    throw refused(name, 'cannot be made', error);
  }
  let fd: number;
  try {
    fd = openSync(path, O_PATH | constants.O_NOFOLLOW | constants.O_DIRECTORY);
  } catch (error) {
    throw refused(name, 'was replaced while it was made', error);
  }
  try {
    const { dev, ino, uid, mode } = fstatSync(fd, { bigint: true });
    if (Number(uid) !== process.geteuid?.()) throw refused(name, 'was replaced while it was made', undefined);
    // The umask may have taken bits away; a descriptor's own path cannot be redirected.
    if ((Number(mode) & 0o777) !== 0o700) chmodSync(`/proc/self/fd/${fd}`, 0o700);
    return { parent, name, type: 'directory', dev, ino };
  } finally {
    closeSync(fd);
  }
}

/** Makes a file that was not there before, in the directory `parent`, following nothing. Throws HOST_WRITE_REFUSED. */
export function createFile(parent: number, name: string, data: string | Buffer, mode = 0o600): Created {
  let fd: number;
  try {
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
    fd = openSync(below(parent, name), flags, mode);
  } catch (error) {
    throw refused(name, 'cannot be made', error);
  }
  try {
    const { dev, ino } = fstatSync(fd, { bigint: true });
    const created: Created = { parent, name, type: 'file', dev, ino };
    try {
      writeFileSync(fd, data);
    } catch (error) {
      removeCreated(created);
      throw refused(name, 'cannot be written', error);
    }
    return created;
  } finally {
    closeSync(fd);
  }
}

/**
 * As `createFile`, but the name appears when everything is written: another process sees the whole file or none. False
 * when the name is taken. Where the file system has no hard links, the name appears first.
 */
export function createWholeFile(parent: number, name: string, data: string | Buffer): boolean {
  const whole = createFile(parent, `${name}.${randomBytes(6).toString('hex')}`, data);
  try {
    linkSync(below(parent, whole.name), below(parent, name));
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EOPNOTSUPP') throw refused(name, 'cannot be made', error);
    createFile(parent, name, data);
    return true;
  } finally {
    removeCreated(whole);
  }
}

/** Removes what this process made; false when something else, or nothing, has its name now. Directories only when empty. */
export function removeCreated(created: Created): boolean {
  const path = below(created.parent, created.name);
  try {
    if (!isSameObject(lstatSync(path, { bigint: true }), created)) return false;
    if (created.type === 'directory') rmdirSync(path);
    else unlinkSync(path);
    return true;
  } catch {
    return false;
  }
}

/** A name below a descriptor: the kernel starts from the object, so no path can be swapped in between. */
function below(parent: number, name: string): string {
  if (name === '' || name === '.' || name === '..' || /[/\0]/.test(name))
    throw new BugError(`not a file name: ${JSON.stringify(name)}`);
  return `/proc/self/fd/${parent}/${name}`;
}

function refused(name: string, what: string, cause: unknown): AppError {
  const code = (cause as NodeJS.ErrnoException | undefined)?.code;
  return new AppError(
    'HOST_WRITE_REFUSED',
    `${name} ${what}${code === undefined ? '' : ` (${code})`}`,
    code === 'EEXIST' ? 'Something else has this name: move it away.' : 'Make room or permission there, and try again.',
    { cause },
  );
}
