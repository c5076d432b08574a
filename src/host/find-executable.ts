import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { isInside } from '../mounts/is-inside.ts';

/**
 * Absolute path of a program on PATH, or null. Relative entries are never searched, nor are those inside `untrusted`
 * (absolute, physical): an agent may have put a `git` into the workspace's `node_modules/.bin` (case 98).
 */
export function findExecutable(name: string, path: string | undefined, untrusted: readonly string[]): string | null {
  for (const entry of (path ?? '').split(':')) {
    if (!isAbsolute(entry)) continue;
    const candidate = join(entry, name);
    if (isExecutable(candidate, untrusted)) return candidate;
  }
  return null;
}

function isExecutable(candidate: string, untrusted: readonly string[]): boolean {
  try {
    const real = realpathSync(candidate);
    if (untrusted.some((directory) => isInside(real, directory) || isInside(candidate, directory))) return false;
    accessSync(real, constants.X_OK);
    return statSync(real).isFile();
  } catch {
    return false;
  }
}
