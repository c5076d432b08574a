import { lstatSync } from 'node:fs';
import type { CodeFile } from './config-record.ts';
import { inParent, placeBelow } from './open-directory.ts';

/**
 * Identity of the host's directories that masks cover in a session, as entries of the record. What a mask covers cannot be
 * changed through it; but an agent can move a directory *above* a nested mask aside and make a new one, in which the host's
 * program would then run what it left. Masks directly in the configuration directory cannot be moved: they are mounts.
 */
export function coveredDirectories(root: number, masks: readonly string[]): Readonly<Record<string, CodeFile>> {
  const nested = masks.filter((mask) => mask.includes('/'));
  return Object.fromEntries(nested.map((mask): [string, CodeFile] => [mask, { special: identity(root, mask) }]));
}

function identity(root: number, path: string): string {
  try {
    return inParent(root, path, (parent, name) => {
      const { dev, ino } = lstatSync(placeBelow(parent, name), { bigint: true });
      return `directory ${dev}:${ino}`;
    });
  } catch {
    return 'no directory';
  }
}
