import { readFileSync } from 'node:fs';

/**
 * Id of the container this process runs in, by what an engine mounts at /etc/hostname (moby keeps it in
 * `…/containers/ID/hostname`); null: in none that can be told. A hint only: the engine has to know that container.
 */
export function findOwnContainer(read: (path: string) => string = readText): string | null {
  let table: string;
  try {
    table = read('/proc/self/mountinfo');
  } catch {
    return null;
  }
  return /^\d+ \d+ \S+ \S*\/containers\/([0-9a-f]{64})\/hostname \/etc\/hostname /m.exec(table)?.[1] ?? null;
}

function readText(path: string): string {
  return readFileSync(path, 'latin1');
}
