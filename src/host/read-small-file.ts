import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

export type SmallFile =
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  | { readonly kind: 'absent' }
  /** A link, a directory, a FIFO, a device … */
  | { readonly kind: 'not-a-file' }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'unreadable'; readonly reason: string };

/** Reads a regular file of at most `limit` bytes that an agent may have written: no link is followed, no FIFO waits. */
export function readSmallFile(path: string, limit: number): SmallFile {
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch (error) {
    return failed((error as NodeJS.ErrnoException).code ?? 'unknown');
  }
  try {
    const stat = fstatSync(fd);
    if (!stat.isFile()) return { kind: 'not-a-file' };
    if (stat.size > limit) return { kind: 'too-large' };
    const bytes = Buffer.alloc(stat.size);
    let length = 0;
    while (length < bytes.length) {
      const count = readSync(fd, bytes, length, bytes.length - length, length);
      if (count === 0) break;
      length += count;
    }
    return { kind: 'bytes', bytes: bytes.subarray(0, length) };
  } catch (error) {
    return failed((error as NodeJS.ErrnoException).code ?? 'unknown');
  } finally {
    closeSync(fd);
  }
}

function failed(code: string): SmallFile {
  if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'absent' };
  // ELOOP: O_NOFOLLOW met a link; ENXIO: a socket, or a device that is not there.
  if (code === 'ELOOP' || code === 'ENXIO') return { kind: 'not-a-file' };
  return { kind: 'unreadable', reason: code };
}
