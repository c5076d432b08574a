import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { SessionPoint } from '../../src/session/hooks.ts';
import { leftovers, running } from '../support/engine.ts';
import { HookedLaunch } from '../support/hooked-launch.ts';
import { makePerson } from '../support/person.ts';
import { installProduct } from '../support/product.ts';

const product = installProduct();
const points: SessionPoint[] = [
  'after-pin',
  'before-create',
  'after-create',
  'before-start',
  'after-start',
  'after-attestation',
  'before-go',
  'after-ready',
];

describe.each([makePerson('root'), makePerson('user')])('the launcher of $label killed', (person) => {
  /** Ignores every signal that can be ignored, and leaves a trace of every second it lives. */
  const stubborn = 'trap "" TERM HUP INT; i=0; while :; do i=$((i+1)); echo $i > alive; sleep 0.2; done';

  it.each(points)('%s: nothing runs 3 s later, nothing is left after the next launch', async (point) => {
    const launch = new HookedLaunch(product, person, [point], ['launch', 'shell', '--', 'sh', '-c', stubborn]);
    await launch.reached(point);
    if (point === 'after-ready') await sleep(300);
    process.kill(launch.child.pid ?? 0, 'SIGKILL');
    await launch.result;
    await sleep(3000);
    expect(await running(person)).toEqual([]);
    if (point !== 'after-ready') expect(existsSync(join(person.project, 'alive'))).toBe(false);
    const next = await person.run([process.execPath, product.cli, 'launch', 'shell', '--', 'true']);
    expect(next.code).toBe(0);
    expect(await leftovers(person)).toEqual({ containers: [], sessions: [] });
  });
});

describe('a launcher that hangs', () => {
  const person = makePerson('user');

  it('ends at the third SIGTERM, whatever it waits for', async () => {
    const launch = new HookedLaunch(product, person, ['after-exit'], ['launch', 'shell', '--', 'true']);
    await launch.reached('after-exit');
    for (let count = 0; count < 3; count += 1) {
      launch.child.kill('SIGTERM');
      await sleep(50);
    }
    expect((await launch.result).code).toBe(143);
    expect((await person.run([process.execPath, product.cli, 'launch', 'shell', '--', 'true'])).code).toBe(0);
    expect(await leftovers(person)).toEqual({ containers: [], sessions: [] });
  });
});
