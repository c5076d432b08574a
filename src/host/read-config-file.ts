import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { AppError } from '../errors.ts';
import { isInside } from '../mounts/is-inside.ts';

const MAX_SIZE = 256 * 1024;

export interface FileRules {
  /** Owners that may have it: root's alone for the machine's file, root's or the caller's for a person's. */
  readonly owners: readonly number[];
  /** The caller's own primary group may write it. */
  readonly gid: number;
  /** Where agents write: the file must not lie in it. */
  readonly workspace: string;
}

/**
 * Text of a configuration file; null: there is none. It decides what sessions may do, so it is taken only when nobody else
 * can write it. Throws CONFIG_UNREADABLE.
 */
export function readConfigFile(path: string, rules: FileRules): string | null {
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    if (code === 'ELOOP')
      throw unreadable(path, 'is a link', 'Put the file itself there; the directory it lies in may be a link.');
    throw unreadable(path, `cannot be read (${code ?? 'unknown error'})`, `Make it readable for you, or move it away.`);
  }
  try {
    const { uid, gid, mode, size } = fstatSync(fd);
    if ((mode & constants.S_IFMT) !== constants.S_IFREG) throw unreadable(path, 'is not a file', 'Move it away.');
    trust(path, { uid, gid, mode }, rules);
    const directory = realpathSync(dirname(path));
    const parent = openSync(directory, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
    try {
      trust(directory, fstatSync(parent), rules);
    } finally {
      closeSync(parent);
    }
    if (isInside(directory, realpath(rules.workspace)))
      throw unreadable(path, `lies in the workspace, where agents write`, 'Move it out, or choose another workspace.');
    if (size > MAX_SIZE) throw unreadable(path, `is larger than ${MAX_SIZE / 1024} KiB`, 'Make it smaller.');
    return decode(path, readAll(fd, size));
  } finally {
    closeSync(fd);
  }
}

function trust(
  path: string,
  { uid, gid, mode }: { readonly uid: number; readonly gid: number; readonly mode: number },
  rules: FileRules,
): void {
  if (!rules.owners.includes(uid)) {
    const owner = rules.owners[0] ?? 0;
    throw unreadable(path, `belongs to user ${uid}`, `If you trust what it says: sudo chown ${owner} ${path}`);
  }
  if ((mode & 0o002) !== 0) throw unreadable(path, 'can be written by everyone', `chmod o-w ${path}`);
  if ((mode & 0o020) !== 0 && gid !== 0 && gid !== rules.gid)
    throw unreadable(path, `can be written by group ${gid}`, `chmod g-w ${path}`);
}

function readAll(fd: number, size: number): Buffer {
  const bytes = Buffer.alloc(size);
  let length = 0;
  while (length < size) {
    const count = readSync(fd, bytes, length, size - length, length);
    if (count === 0) break;
    length += count;
  }
  return bytes.subarray(0, length);
}

function decode(path: string, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw unreadable(path, 'is not UTF-8 text', 'Save it as UTF-8.');
  }
}

function realpath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function unreadable(path: string, what: string, hint: string): AppError {
  return new AppError('CONFIG_UNREADABLE', `the configuration ${path} ${what}`, hint);
}
