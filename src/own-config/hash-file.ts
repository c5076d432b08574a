import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { createHash } from 'node:crypto';
import type { CodeFile } from './config-record.ts';

const CHUNK = 1024 ** 2;
/** A file written this short a time ago may be written again with the same times. Milliseconds. */
const FRESH = 100;

type Regular = Extract<CodeFile, { readonly sha256: string | null }>;

/** What may still be read in this walk; counted down. */
export interface HashBudget {
  files: number;
  bytes: number;
}

/**
 * The file at `path`, which is regular by its entry: its digest is `known`'s when size, times and inode are, else computed; null when
 * the budget is used up. Throws the system's error, ELOOP for a link.
 */
export function hashFile(path: string | Buffer, known: CodeFile | undefined, budget: HashBudget): CodeFile {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY);
  try {
    const stat = fstatSync(fd);
    if (!stat.isFile()) return { special: 'no regular file' };
    const { size, mtimeMs: mtime, ctimeMs, ino, mode } = stat;
    const fresh = Date.now() - ctimeMs < FRESH;
    const seen: Regular = { sha256: null, size, mtime, ctime: fresh ? 0 : ctimeMs, ino, mode };
    budget.files -= 1;
    budget.bytes -= size;
    if (budget.files < 0 || budget.bytes < 0) return seen;
    if (known !== undefined && isUnchanged(known, seen)) return known;
    return { ...seen, sha256: digest(fd, size) };
  } finally {
    closeSync(fd);
  }
}

/** As `hashFile`, by what lstat said alone: a file that nothing changed is not opened. */
export function isUnchanged(known: CodeFile, now: Omit<Regular, 'sha256'>): known is Regular {
  return (
    'sha256' in known &&
    known.sha256 !== null &&
    known.ctime !== 0 &&
    known.ctime === now.ctime &&
    known.mtime === now.mtime &&
    known.size === now.size &&
    known.ino === now.ino &&
    known.mode === now.mode
  );
}

/** Of at most `size` bytes: a file that grows meanwhile ends somewhere. */
function digest(fd: number, size: number): string {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(Math.max(1, Math.min(CHUNK, size)));
  for (let at = 0; at < size;) {
    const count = readSync(fd, buffer, 0, Math.min(buffer.length, size - at), at);
    if (count === 0) break;
    hash.update(buffer.subarray(0, count));
    at += count;
  }
  return hash.digest('hex');
}
