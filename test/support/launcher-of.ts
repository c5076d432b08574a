import { readFileSync } from 'node:fs';

/** The Node process of the command below that shell. */
export function launcherOf(shell: number, cli: string): number {
  const children = readFileSync(`/proc/${shell}/task/${shell}/children`, 'utf8').trim().split(' ').map(Number);
  for (const pid of [shell, ...children]) {
    if (pid > 0 && readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(cli)) return pid;
  }
  throw new Error('the launcher is not running');
}
