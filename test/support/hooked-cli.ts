import { existsSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { main } from '../../src/main.ts';
import type { SessionHooks, SessionPoint } from '../../src/session/hooks.ts';
import type { LaunchOptions } from '../../src/plan/launch-options.ts';
import { version } from '../../src/version.ts';

/**
 * The command, stopping at named points of the launch: for each name in HOOK_POINTS it writes HOOK_DIR/<name>.reached
 * and goes on when HOOK_DIR/<name>.go exists. What the test does meanwhile (swap a source, kill us) is its business.
 * HOOK_CRASH names a point at which the program fails as no code of ours would: an error that nobody catches.
 * HOOK_BOOT_ID is taken for the kernel's, as if the engine ran on another one.
 * HOOK_MODEL, JSON of `LaunchOptions.model`, plays the agent's model from a script.
 */
const {
  HOOK_DIR: directory = '',
  HOOK_POINTS: points = '',
  HOOK_MODEL: model,
  HOOK_BOOT_ID: bootId,
  HOOK_CRASH: crash = '',
  ...env
} = process.env;
const hooks: SessionHooks = Object.fromEntries(
  [...points.split(','), crash].filter((name) => name !== '').map((name) => [name as SessionPoint, () => pause(name)]),
);

const parent = process.ppid;

async function pause(name: string): Promise<void> {
  if (name === crash) {
    setTimeout(() => {
      throw new Error('a fault of the launcher');
    }, 300);
    return;
  }
  writeFileSync(`${directory}/${name}.reached`, '');
  while (!existsSync(`${directory}/${name}.go`)) {
    // The test is gone, and nobody will ever say go.
    if (process.ppid !== parent) process.exit(99);
    await sleep(5);
  }
}

process.exitCode = await main(process.argv.slice(2), {
  env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  programDir: dirname(dirname(fileURLToPath(import.meta.url))),
  version,
  hooks,
  ...(bootId === undefined ? {} : { bootId: () => bootId }),
  ...(model === undefined ? {} : { model: JSON.parse(model) as LaunchOptions['model'] }),
});
