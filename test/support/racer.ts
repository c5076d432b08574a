import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { finish } from './person.ts';

/** How long, in microseconds at most, what belongs there stays in its place, and the other. */
export interface Pace {
  readonly rest: number;
  readonly away: number;
}

/** A process of its own that exchanges each path with its `other` until it is stopped; then everything is where it was. */
export class Racer {
  readonly stop: () => Promise<number>;

  constructor(pairs: readonly { readonly path: string; readonly other: string }[], { rest, away }: Pace) {
    const paths = pairs.flatMap(({ path, other }) => [path, other]);
    const child = spawn('perl', [join(import.meta.dirname, 'racer.pl'), String(rest), String(away), ...paths], {
      stdio: 'pipe',
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const result = finish(child, '', true);
    /** Returns how often it exchanged them and back. */
    this.stop = async () => {
      child.stdin.end();
      const { code, stdout, stderr } = await result;
      if (code !== 0) throw new Error(`the racer ended early: ${stderr}`);
      return Number(stdout);
    };
  }
}
