import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { leftovers } from '../support/engine.ts';
import { long } from '../support/long.ts';
import { finish, makePerson } from '../support/person.ts';
import type { RunResult } from '../support/person.ts';
import { installProduct } from '../support/product.ts';

const product = installProduct();
const ROUNDS = long ? 20 : 5;

/**
 * Of two sessions whose workspaces nest, the outer can swap the inner's workspace (cases 14 and 15). Started at the same
 * moment, neither is there yet when the other looks for the first time; still at most one agent ever runs.
 */
describe.each([makePerson('root'), makePerson('user')])('two launches at the same moment by $label', (person) => {
  const outer = person.project;
  const inner = person.directory('work/project/deep/sub');
  const stop = join(person.directory('signals'), 'stop');
  const counts: Record<string, number> = {};
  afterAll(() => console.log(`${person.label}: ${JSON.stringify(counts)}`));

  /** Runs until `stop` is there, and leaves `ran` in its workspace. */
  const start = (workspace: string): { ran: () => boolean; result: Promise<RunResult>; ended: () => boolean } => {
    let over = false;
    const script = 'touch ran; while [ ! -e /signals/stop ]; do sleep 0.05; done';
    const child = person.start(
      [
        ...[process.execPath, product.cli, 'launch', 'shell', '--quiet', '-w', workspace],
        ...['--mount', `${join(person.home, 'signals')}:/signals`, '--', 'sh', '-c', script],
      ],
      { cwd: person.home },
    );
    const result = finish(child).finally(() => (over = true));
    return { ran: () => existsSync(join(workspace, 'ran')), result, ended: () => over };
  };

  it.each([
    { what: 'one above the other', first: outer, second: inner },
    { what: 'one below the other', first: inner, second: outer },
  ])('$what: never both', { timeout: ROUNDS * 15_000 }, async ({ first, second }) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const workspace of [first, second]) rmSync(join(workspace, 'ran'), { force: true });
      rmSync(stop, { force: true });
      const one = start(first);
      // From the same moment to one launch's length apart: each looks at another point of the other's way.
      await sleep((round % 5) * 40);
      const other = start(second);
      const both = [one, other];
      // A session that runs goes on until it is told: each launch either ran, or was refused while the other was there.
      while (!both.every((launch) => launch.ran() || launch.ended())) await sleep(10);
      writeFileSync(stop, '');
      const results = await Promise.all(both.map(({ result }) => result));
      const ran = both.filter((launch) => launch.ran()).length;
      const codes = results.map(({ code }) => code);
      counts[codes.join(' ')] = (counts[codes.join(' ')] ?? 0) + 1;
      expect(ran, `round ${round}: ${codes.join(' ')}`).toBeLessThanOrEqual(1);
      expect(codes.filter((code) => code === 0)).toHaveLength(ran);
      for (const { code, stderr } of results)
        if (code !== 0)
          expect({ code, stderr }).toMatchObject({ code: 77, stderr: expect.stringContaining('[WORKSPACE_NESTED]') });
    }
    expect(await leftovers(person)).toEqual({ containers: [], sessions: [] });
  });
});
