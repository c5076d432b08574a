import { execFileSync } from 'node:child_process';
import { chownSync, chmodSync, lchownSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { leftovers } from '../support/engine.ts';
import { inventory } from '../support/inventory.ts';
import { long } from '../support/long.ts';
import { installProduct } from '../support/product.ts';
import { objectAt, raceWorld } from '../support/race-world.ts';
import type { RaceWorld } from '../support/race-world.ts';
import { Racer } from '../support/racer.ts';
import type { Pace } from '../support/racer.ts';

const product = installProduct();
/** Milliseconds a racer runs. */
const DURATION = long ? 60_000 : 1_500;
/** Flat out a launch meets each state many times; slowly it often comes through, or meets one swap only. */
const paces: readonly Pace[] = [
  { rest: 400_000, away: 20_000 },
  { rest: 0, away: 0 },
  ...(long ? [{ rest: 2_000, away: 100 }] : []),
];

interface Race {
  readonly what: string;
  /** Makes the other object; which paths change places. */
  readonly prepare: (world: RaceWorld) => readonly { readonly path: string; readonly other: string }[];
  /** null: the probe of `RaceWorld.launch`. */
  readonly agent: string | null;
}

const home = ({ person }: RaceWorld, path: string): string => join(person.home, path);
function link(world: RaceWorld, path: string, target = world.foreign) {
  const other = home(world, `${path}.other`);
  symlinkSync(target, other);
  lchownSync(other, world.person.uid, world.person.gid);
  return { path: home(world, path), other };
}

const races: readonly Race[] = [
  { what: 'the workspace and a link', agent: null, prepare: (world) => [link(world, 'work/project')] },
  {
    what: 'the workspace and a directory of somebody else',
    agent: null,
    prepare: (world) => {
      const other = home(world, 'work/other');
      mkdirSync(other);
      writeFileSync(join(other, 'secret'), 'not for sessions');
      // Root writes everywhere, but not without capabilities.
      chmodSync(other, 0o700);
      chownSync(other, 4242, 4242);
      return [{ path: home(world, 'work/project'), other }];
    },
  },
  {
    what: 'the workspace’s parent and a link to another with the same names',
    agent: null,
    prepare: (world) => {
      world.person.directory('foreign/project');
      return [link(world, 'work')];
    },
  },
  { what: 'the shared skills and a link', agent: null, prepare: (world) => [link(world, '.agents/skills')] },
  {
    what: 'the shared skills’ parent and a link',
    agent: null,
    prepare: (world) => [link(world, '.agents')],
  },
  { what: 'the own config and a link', agent: null, prepare: (world) => [link(world, '.codex')] },
  {
    what: 'a mask’s place, the own skills directory, and links to the workspace',
    agent: null,
    prepare: (world) => {
      world.person.directory('.codex/tmp');
      world.person.directory('.codex/skills');
      return ['.codex/tmp', '.codex/skills'].map((path) => link(world, path, world.person.project));
    },
  },
  {
    what: 'the cache and a link',
    agent: null,
    prepare: (world) => {
      world.person.directory('.cache/sandbox');
      return [link(world, '.cache/sandbox')];
    },
  },
  {
    what: 'the own config that a file is seeded into, and a link',
    agent: 'claude',
    prepare: (world) => {
      world.person.directory('.claude');
      world.person.file('.claude.json', JSON.stringify({ hasCompletedOnboarding: true, theme: 'dark' }));
      return [link(world, '.claude')];
    },
  },
];

/** An engine that must mount below a directory swapped after the last look makes these: empty, and root's. */
const MOUNT_POINT =
  /^\.\/(packages|tmp|shell_snapshots|app-server-control|local|shell-snapshots|session-env|jobs|daemon|skills|(skills\/)?(sandbox-user|verify-sandbox)) 40755 0:0 $/;

/**
 * Something exchanges a source for something else all the time, at its own pace, while launches go on: each either is
 * refused with a code of ours, or the agent ran in the right objects. What it is exchanged for is never written to.
 */
describe('a free-running racer', () => {
  const total = { launches: 0, ran: 0, wrong: 0 };
  afterAll(() => console.log(`all racers: ${JSON.stringify(total)}`));

  it.each(races)('$what', { timeout: DURATION + 120_000 }, async ({ what, prepare, agent }) => {
    const world = raceWorld('user');
    const { person, foreign } = world;
    const pairs = prepare(world);
    const elsewhere =
      agent !== null || pairs.every(({ path }) => path.startsWith(home(world, '.codex/')))
        ? [foreign, person.project]
        : [foreign];
    world.look();
    const targets = [person.project, home(world, '.agents/skills'), home(world, '.codex'), home(world, 'extra/lib')];
    const right = JSON.stringify(Object.fromEntries(targets.map((path) => [path, objectAt(path)])));
    const contents = (): string[] =>
      elsewhere.flatMap((path) => inventory(path)).filter((line) => !line.startsWith('./ran '));
    const before = contents();
    const args =
      agent === null ? world.launch(targets) : ['launch', agent, '--quiet', '-w', person.project, '--', '--version'];
    const launch = () => person.run([process.execPath, product.cli, ...args], { cwd: join(person.home, 'probe') });
    const isRight = (stdout: string): boolean => (agent === null ? stdout === right : /^\d+\.\d+\.\d+/.test(stdout));

    const counts: Record<string, number> = {};
    const wrong: string[] = [];
    let exchanges = 0;
    for (const pace of paces) {
      const racer = new Racer(pairs, pace);
      const end = Date.now() + DURATION / paces.length;
      do {
        const { code, stdout, stderr } = await launch();
        const refusal = /\[([A-Z_]+)\]\s*$/.exec(stderr)?.[1];
        const outcome = code === 0 ? 'ran' : `${refusal ?? 'no code'} ${code}`;
        counts[outcome] = (counts[outcome] ?? 0) + 1;
        total.launches += 1;
        if (code === 0) total.ran += 1;
        const isStable = refusal !== undefined && stdout === '' && [64, 69, 77].includes(code ?? -1);
        if (!(code === 0 ? isRight(stdout) : isStable)) wrong.push(`${code} ${stdout} ${stderr}`);
      } while (Date.now() < end);
      exchanges += await racer.stop();
    }
    total.wrong += wrong.length;
    const after = contents();
    const made = after.filter((line) => !before.includes(line));
    const mountPoints = made.filter((line) => MOUNT_POINT.test(line));
    console.log(
      `${what}: ${exchanges} exchanges; ${JSON.stringify(counts)}; wrong ${wrong.length}; mount points made elsewhere ${mountPoints.length}`,
    );
    expect(wrong).toEqual([]);
    expect(made.filter((line) => !mountPoints.includes(line))).toEqual([]);
    expect(before.filter((line) => !after.includes(line))).toEqual([]);
    expect(await leftovers(person)).toEqual({ containers: [], sessions: [] });
    // The world was left as it was: without a racer the same launch comes through.
    for (const { path } of pairs) execFileSync('test', ['-d', path, '-a', '!', '-L', path]);
    const last = await launch();
    expect(last).toMatchObject({ code: 0 });
    expect(isRight(last.stdout)).toBe(true);
  });
});
