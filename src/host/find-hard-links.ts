import { constants, fstatSync, lstatSync, opendirSync } from 'node:fs';
import { join } from 'node:path';
import type { HardLink, ProtectedObject } from '../judge/judge-input.ts';
import { isSameObject } from '../judge/same-object.ts';
import type { Pin } from './pin.ts';

/** Below a protected directory: its entries, and those of its subdirectories (`~/.pi/agent/auth.json`). */
const MAX_DEPTH = 2;
/** Entries looked at for one file. */
const MAX_ENTRIES = 20_000;

/**
 * Which pinned files are hard links of a file in a protected directory: another name for the same bytes, with a path and a
 * place of its own. Looked for only where a file has more than one name, which is rare among sources.
 */
export function findHardLinks(pins: ReadonlyMap<string, Pin>, objects: readonly ProtectedObject[]): HardLink[] {
  return [...pins].flatMap(([id, pin]): HardLink[] => {
    if ((pin.mode & constants.S_IFMT) !== constants.S_IFREG || fstatSync(pin.fd).nlink < 2) return [];
    const budget = { left: MAX_ENTRIES };
    for (const { path, reason, chain, exists } of objects) {
      // A hard link stays within its file system.
      if (!exists || chain.at(-1)?.dev !== pin.dev) continue;
      const file = findIn(path, pin, MAX_DEPTH, budget);
      if (file !== null) return [{ id, path: file, directory: path, reason }];
      if (budget.left <= 0) return [{ id, path: null, directory: path, reason }];
    }
    return [];
  });
}

/** Path of the entry that is this object; null: none, or not among those looked at. */
function findIn(directory: string, pin: Pin, depth: number, budget: { left: number }): string | null {
  const subdirectories: string[] = [];
  try {
    const entries = opendirSync(directory);
    try {
      for (let entry = entries.readSync(); entry !== null && budget.left > 0; entry = entries.readSync()) {
        budget.left -= 1;
        const path = join(directory, entry.name);
        if (entry.isDirectory()) subdirectories.push(path);
        else if (entry.isFile() && isThis(path, pin)) return path;
      }
    } finally {
      entries.closeSync();
    }
  } catch {
    // No directory, or one that the caller may not read: then no name of the caller's leads into it.
    return null;
  }
  if (depth <= 1) return null;
  for (const path of subdirectories) {
    const found = findIn(path, pin, depth - 1, budget);
    if (found !== null) return found;
  }
  return null;
}

function isThis(path: string, pin: Pin): boolean {
  const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return stat !== undefined && isSameObject(stat, pin);
}
