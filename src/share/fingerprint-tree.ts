import { createHash } from 'node:crypto';
import type { Hash } from 'node:crypto';
import { closeSync, constants, lstatSync, openSync, readSync, readdirSync, readlinkSync } from 'node:fs';

const CHUNK = 1 << 20;
const SLASH = Buffer.from('/');

/**
 * SHA-256 (hex) over all a tree is made of: names as bytes, types, permissions, contents, the text of links. Nothing is
 * followed; of special files only type and mode count. Times and owners do not. Throws what the file system says.
 */
export function fingerprintTree(path: Buffer): string {
  const hash = createHash('sha256');
  add(hash, path, Buffer.from('.'));
  return hash.digest('hex');
}

function add(hash: Hash, path: Buffer, name: Buffer): void {
  const stat = lstatSync(path);
  const size = stat.isFile() ? stat.size : 0;
  hash.update(`${name.length}:`).update(name);
  if (stat.isSymbolicLink()) {
    const text = readlinkSync(path, 'buffer');
    hash.update(`link ${text.length}:`).update(text);
    return;
  }
  hash.update(`${stat.mode} ${size}:`);
  if (stat.isFile()) addContents(hash, path);
  if (!stat.isDirectory()) return;
  const names = readdirSync(path, 'buffer').sort(Buffer.compare);
  hash.update(`${names.length};`);
  for (const child of names) add(hash, Buffer.concat([path, SLASH, child]), child);
}

function addContents(hash: Hash, path: Buffer): void {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const buffer = Buffer.alloc(CHUNK);
    for (let length = readSync(fd, buffer); length > 0; length = readSync(fd, buffer))
      hash.update(buffer.subarray(0, length));
  } finally {
    closeSync(fd);
  }
}
