import { closeSync, constants, openSync } from 'node:fs';

/** O_PATH of open(2) on Linux; Node does not name it. */
const O_PATH = 0o10000000;

/** Opens a directory below a descriptor; a link in its place throws ENOTDIR. The caller closes it. */
export function openDirectory(parent: number, name: string | Buffer): number {
  return openSync(placeBelow(parent, name), O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW);
}

/** A second descriptor of the same object. */
export function reopen(fd: number): number {
  return openSync(`/proc/self/fd/${fd}/.`, O_PATH | constants.O_DIRECTORY);
}

/** Path of a name in the directory that a descriptor holds: nothing above it can be swapped. */
export function placeBelow(fd: number, name: string | Buffer): string | Buffer {
  const prefix = `/proc/self/fd/${fd}/`;
  return typeof name === 'string' ? prefix + name : Buffer.concat([Buffer.from(prefix), name]);
}

/** Runs `work` with the directory that holds the last name of `path` (relative), every component a real directory. */
export function inParent<T>(root: number, path: string, work: (parent: number, name: string) => T): T {
  const names = path.split('/');
  const last = names.pop() ?? '';
  let fd = root;
  try {
    for (const name of names) {
      const next = openDirectory(fd, name);
      if (fd !== root) closeSync(fd);
      fd = next;
    }
    return work(fd, last);
  } finally {
    if (fd !== root) closeSync(fd);
  }
}
