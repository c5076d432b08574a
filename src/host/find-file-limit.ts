import { readFileSync } from 'node:fs';

/**
 * How many descriptors this process may ever have (hard RLIMIT_NOFILE); null where /proc does not tell. An engine that
 * was started under the same limit cannot grant a container more.
 */
export function findFileLimit(): number | null {
  try {
    const line = /^Max open files\s+\S+\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'));
    return line?.[1] === undefined ? null : Number(line[1]);
  } catch {
    return null;
  }
}
