import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { chownSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import type { SessionPoint } from '../../src/session/hooks.ts';
import { finish } from './person.ts';
import type { Person, RunResult } from './person.ts';
import type { Product } from './product.ts';

/** A launch that stops at named points, where a test interferes. */
export class HookedLaunch {
  readonly #directory: string;
  readonly child: ChildProcess;
  readonly result: Promise<RunResult>;

  constructor(
    product: Product,
    person: Person,
    points: readonly SessionPoint[],
    args: readonly string[],
    options: { cwd?: string; env?: Record<string, string> } = {},
  ) {
    this.#directory = mkdtempSync('/var/tmp/sandbox-hooks-');
    onTestFinished(() => rmSync(this.#directory, { recursive: true, force: true }));
    chownSync(this.#directory, person.uid, person.gid);
    this.child = person.start([process.execPath, product.hookedCli, ...args], {
      ...options,
      env: { ...options.env, HOOK_DIR: this.#directory, HOOK_POINTS: points.join(',') },
    });
    this.result = finish(this.child);
    // A test that failed leaves it waiting at its point.
    onTestFinished(() => void this.child.kill('SIGKILL'));
  }

  async reached(point: SessionPoint): Promise<void> {
    const deadline = Date.now() + 20_000;
    while (!existsSync(join(this.#directory, `${point}.reached`))) {
      if (this.child.exitCode !== null) throw new Error(`ended before ${point}: ${(await this.result).stderr}`);
      if (Date.now() > deadline) throw new Error(`never reached ${point}`);
      await sleep(5);
    }
  }

  goOn(point: SessionPoint): void {
    writeFileSync(join(this.#directory, `${point}.go`), '');
  }
}
