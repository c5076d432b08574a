import { readFileSync, readdirSync } from 'node:fs';

/** Command lines of the processes that were started with this home and run. As root: of everybody’s. */
export function processesOf(home: string): readonly string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const started = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`HOME=${home}`);
        return started ? [readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')] : [];
      } catch {
        return [];
      }
    });
}
