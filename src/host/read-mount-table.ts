import { readFileSync } from 'node:fs';
import { parseMountTable } from './parse-mount-table.ts';
import type { MountTable } from '../judge/place.ts';

/** The mounts this process sees; null: no /proc, not readable, or not wholly understood. */
export function readMountTable(): MountTable | null {
  try {
    return parseMountTable(readFileSync('/proc/self/mountinfo', 'latin1'));
  } catch {
    return null;
  }
}
