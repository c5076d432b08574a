import { existsSync, readdirSync, rmSync, symlinkSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { leftovers } from '../support/engine.ts';
import { HookedLaunch } from '../support/hooked-launch.ts';
import { inventory } from '../support/inventory.ts';
import { long } from '../support/long.ts';
import { makePerson } from '../support/person.ts';
import { installProduct } from '../support/product.ts';
import { objectAt, raceSources, raceWorld } from '../support/race-world.ts';
import type { RaceSource } from '../support/race-world.ts';
import { swapKinds } from '../support/swap-kinds.ts';
import type { SwapKind } from '../support/swap-kinds.ts';
import { moments, swapOutcome } from '../support/swap-outcome.ts';
import type { Moment } from '../support/swap-outcome.ts';

const product = installProduct();
/** What an engine makes that must mount below a directory it was given in the last moment: empty, and root's. */
const MOUNT_POINT = /^\.\/(packages|tmp|shell_snapshots|app-server-control|skills(\/[a-z-]+)?) 40755 0:0 $/;

/** What the gate makes in the own config, to see whether an agent can work there, and removes: it may be at it just then. */
const PROBE = /^\.\/\.sandbox-probe-[0-9a-f]{32}[ /]/;

/** One launch with one swap. Returns what is not as it should be; null: there is no such swap. */
async function tryOut(
  who: 'root' | 'user',
  source: RaceSource,
  kind: SwapKind,
  moment: Moment,
): Promise<string[] | null> {
  const world = raceWorld(who);
  const { person, foreign } = world;
  const target = source.target?.(world) ?? null;
  const points = moment.back === null ? [moment.swap] : [moment.swap, moment.back];
  const launch = new HookedLaunch(product, person, points, world.launch([target ?? '/']), { cwd: person.project });
  if (moment.swap === 'after-exit') world.look();
  await launch.reached(moment.swap);
  const path = source.path(world);
  if (!kind.possible(path, source, person.home)) {
    launch.child.kill('SIGKILL');
    await launch.result;
    return null;
  }
  const object = objectAt(path);
  kind.swap(path, source.type, foreign);
  // What is covered or the session's own is written to by the engine and by us: there only `foreign` is nobody's.
  const replaced = source.ours || target === null ? [] : [path];
  const before = [foreign, ...replaced].flatMap((other) => inventory(other));
  let after: readonly string[] = [];
  const backAgain = (): void => {
    after = replaced.flatMap((other) => inventory(other)).filter((line) => !PROBE.test(line));
    kind.restore(path);
  };
  launch.goOn(moment.swap);
  if (moment.back !== null) {
    await Promise.race([launch.reached(moment.back), launch.result]);
    backAgain();
    launch.goOn(moment.back);
  }
  world.look();
  const { code, stdout, stderr } = await launch.result;
  if (moment.back === null) backAgain();
  after = [...after, ...inventory(foreign)];
  const ran = existsSync(join(person.project, 'ran'));

  const problems: string[] = [];
  const expected = swapOutcome(source, kind, moment);
  // Our own directory deleted while the last files are written into it: STATE_UNUSABLE, where that is met first.
  const isUnusable = code === 78 && source.what === 'session directory' && !kind.returns && moment.swap === 'after-pin';
  const isRefused = (code === 77 || isUnusable) && stdout === '' && !ran;
  const isPinned = code === 0 && ran && (target === null || stdout === JSON.stringify({ [target]: object }));
  if (expected === 'refused' && !isRefused) problems.push('not refused');
  if (expected === 'pinned' && !isPinned) problems.push('not in the pinned object');
  if (expected === 'open' && !isRefused && !isPinned) problems.push('neither refused nor in the pinned object');
  const mayHold = (line: string): boolean =>
    source.what === 'own config' && moment.swap === 'before-start' && MOUNT_POINT.test(line);
  const written = after.filter((line) => !before.includes(line) && !mayHold(line));
  const lost = before.filter((line) => !after.includes(line));
  if (written.length + lost.length > 0) problems.push(`elsewhere: + ${written.join(', ')} - ${lost.join(', ')}`);
  if (`${stdout}${stderr}`.includes('not for sessions')) problems.push('the secret was seen');
  if (!source.ours) {
    const left = await leftovers(person);
    if (left.containers.length + left.sessions.length > 0) problems.push(`left: ${JSON.stringify(left)}`);
  }
  return problems.map((problem) => `${problem}; ${code} ${stdout} ${stderr.slice(0, 400)}`);
}

function describeMoment({ swap, back }: Moment): string {
  return back === null ? swap : `${swap} and back at ${back}`;
}

/**
 * Whatever a launch mounts is swapped at every named point. Where the mounted object is not the pinned one the launch is
 * refused and nothing ran; where it is, the session runs in it. What was put in its place stays as it was and unseen.
 * The short form takes of the moments one for each source and kind, in turn.
 */
describe('swapped during a launch', () => {
  let combinations = 0;
  afterAll(() => console.log(`${combinations} combinations of source, swap, moment and caller`));
  raceSources.forEach((source, row) => {
    it(source.what, { timeout: long ? 1_800_000 : 120_000 }, async () => {
      const cases = swapKinds.flatMap((kind, column) =>
        moments
          .filter((_, index) => long || index === (3 * row + 5 * column) % moments.length)
          .filter(({ back }) => kind.returns || back === null)
          .flatMap((moment) =>
            (long
              ? (['root', 'user'] as const)
              : [(row + column) % 2 === 0 ? ('user' as const) : ('root' as const)]
            ).map((who) => ({ who, kind, moment })),
          ),
      );
      const problems: string[] = [];
      const work = async (): Promise<void> => {
        for (let next = cases.pop(); next !== undefined; next = cases.pop()) {
          const { who, kind, moment } = next;
          const found = await tryOut(who, source, kind, moment);
          if (found === null) continue;
          combinations += 1;
          problems.push(...found.map((problem) => `${kind.how}, ${who}, ${describeMoment(moment)}: ${problem}`));
        }
      };
      await Promise.all([work(), work(), work()]);
      expect(problems).toEqual([]);
    });
  });
});

describe.each([makePerson('root'), makePerson('user')])('planted before a launch of $label', (person) => {
  it.each(['/etc', '/proc', '@workspace'])(
    'a mask’s place left as a link to %s: refused, and nothing appears on the host',
    async (target) => {
      const where = target === '@workspace' ? person.project : target;
      person.directory('.codex');
      const mask = join(person.home, '.codex/tmp');
      rmSync(mask, { recursive: true, force: true });
      symlinkSync(where, mask);
      const before = readdirSync(where).sort();
      const { code, stderr } = await person.run([process.execPath, product.cli, 'check', 'codex']);
      expect({ code, stderr }).toMatchObject({ code: 77 });
      expect(stderr).toContain(mask);
      if (target !== '/proc') expect(readdirSync(where).sort()).toEqual(before);
      unlinkSync(mask);
    },
  );

  it('leaves nothing behind', async () => {
    expect(await leftovers(person)).toEqual({ containers: [], sessions: [] });
  });
});
