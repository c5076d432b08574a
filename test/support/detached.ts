import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { leftovers, running } from './engine.ts';
import type { Person } from './person.ts';
import Docker from 'dockerode';

const docker = new Docker();

/** Starts a detached session without a terminal; its name. It is ended with the test, if it has not ended by then. */
export async function startDetached(
  person: Person,
  cli: string,
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  endWithTest(person);
  const { code, stdout, stderr } = await person.run(
    [process.execPath, cli, 'launch', ...words.slice(0, 1), '--detach', ...words.slice(1)],
    { env },
  );
  if (code !== 0 || !/^[0-9a-f]{12}\n$/.test(stdout)) throw new Error(`${code}: ${stdout}${stderr}`);
  return stdout.trim();
}

/** Whatever of that person's sessions still runs when the test ends is ended. */
export function endWithTest(person: Person): void {
  onTestFinished(async () => {
    for (const id of await running(person))
      await docker
        .getContainer(id)
        .kill()
        .catch(() => undefined);
    await untilNothingIsLeft(person).catch(() => undefined);
  });
}

/** Resolves when that person's sessions have left no container and no directory. */
export async function untilNothingIsLeft(person: Person, ms = 20_000): Promise<void> {
  const deadline = Date.now() + ms;
  for (;;) {
    const left = await leftovers(person);
    if (left.containers.length + left.sessions.length === 0) return;
    if (Date.now() > deadline) throw new Error(`still there: ${JSON.stringify(left)}`);
    await sleep(100);
  }
}
