import { createHash } from 'node:crypto';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { currentOwner } from '../../src/state/owner.ts';
import { shareCases } from '../support/share-cases.ts';
import type { ShareCase, ShareWorld } from '../support/share-cases.ts';
import { isRoot } from '../support/temp-world.ts';

const root = join(import.meta.dirname, '..', '..');
let bundle: string;

beforeAll(() => {
  const outdir = mkdtempSync('/var/tmp/sandbox-join-');
  execFileSync(process.execPath, ['scripts/build.mjs', '--entry', 'test/support/killed-join.ts', '--outdir', outdir], {
    cwd: root,
  });
  writeFileSync(join(outdir, 'package.json'), '{ "type": "module" }');
  bundle = join(outdir, 'killed-join.js');
  return () => rmSync(outdir, { recursive: true, force: true });
});

function world(make: ShareCase['make'] = () => undefined): ShareWorld {
  const top = mkdtempSync('/var/tmp/sandbox-share-');
  const mounted: string[] = [];
  onTestFinished(() => {
    for (const path of mounted) execFileSync('umount', [path]);
    rmSync(top, { recursive: true, force: true });
  });
  const [home, share] = [join(top, 'home'), join(top, 'share')];
  mkdirSync(home);
  mkdirSync(share);
  const run = (command: string, ...args: string[]): void => void execFileSync(command, args);
  const made: ShareWorld = {
    root: top,
    home,
    share,
    skills: join(home, '.agents/skills'),
    shared: join(share, '.agents/skills'),
    usual: false,
    run,
    mount(path, ...args) {
      run('mount', ...args, path);
      mounted.unshift(path);
    },
  };
  make(made);
  return made;
}

interface Joined {
  readonly signal: string | null;
  readonly situation: string;
  readonly operations: readonly string[];
  readonly text: string;
}

function join_({ home, share, usual }: ShareWorld, killAt = 0, time = '20260131T235959Z'): Joined {
  const env = {
    PATH: process.env['PATH'],
    HOME: home,
    SANDBOX_SHARE: share,
    KILL_AT: String(killAt),
    JOIN_TIME: time,
    ...(usual ? { USUAL: share } : {}),
  };
  const { stdout, stderr, signal, status } = spawnSync(process.execPath, [bundle], { env, encoding: 'utf8' });
  if (signal !== null) return { signal, situation: '', operations: [], text: '' };
  expect([status, stderr]).toEqual([0, '']);
  const { situation, operations, lines } = JSON.parse(stdout) as Omit<Joined, 'text'> & { lines: { text: string }[] };
  return { signal, situation, operations, text: lines.map(({ text }) => text).join('\n') };
}

/** Path → type, mode, owner, time, contents; `times`: of directories too. */
function inventory(path: string, times = true): Map<string, string> {
  const found = new Map<string, string>();
  const walk = (at: Buffer, name: string): void => {
    const stat = lstatSync(at, { bigint: true });
    const content = stat.isFile()
      ? createHash('sha256').update(readFileSync(at)).digest('hex')
      : stat.isSymbolicLink()
        ? readlinkSync(at)
        : '';
    const time = times || !stat.isDirectory() ? stat.mtimeNs : '';
    found.set(name, [stat.mode.toString(8), stat.uid, time, content].join(' '));
    if (stat.isDirectory())
      for (const child of readdirSync(at, 'buffer').sort(Buffer.compare))
        walk(Buffer.concat([at, Buffer.from('/'), child]), `${name}/${child.toString('latin1')}`);
  };
  walk(Buffer.from(path), '.');
  return found;
}

/** What lies below a place of the tree, by path from it. */
function below(all: Map<string, string>, place: string): readonly string[] {
  return [...all]
    .filter(([path]) => path.startsWith(`${place}/`))
    .map(([path, what]) => `${path.slice(place.length)} ${what}`);
}

function expectNothingLost(before: Map<string, string>, after: Map<string, string>): void {
  const skills = './home/.agents/skills';
  const backup = [...after.keys()].find((path) => /^\.\/home\/\.agents\/skills\.backup-[^/]+$/.test(path));
  // The caller's directory is where it was, or whole in the backup; all else is where it was.
  const own = below(before, skills);
  if (backup !== undefined) expect(below(after, backup)).toEqual(own);
  else expect(below(after, skills)).toEqual(own);
  for (const [path, what] of before)
    if (!path.startsWith(skills) && !what.startsWith('4')) expect([path, after.get(path)]).toEqual([path, what]);
}

describe.runIf(isRoot)('~/.agents/skills and the share', () => {
  test.each(shareCases)('$name', ({ situation, make, then, says, shared }) => {
    const made = world(make);
    const before = inventory(made.root);
    const first = join_(made);
    expect(first.situation).toBe(situation);
    if (says !== undefined) expect(first.text).toMatch(says);
    const after = inventory(made.root);
    expectNothingLost(before, after);
    if (then === 'link') expect(readlinkSync(made.skills)).toBe(made.shared);
    if (then === 'directory') expect(lstatSync(made.skills).mode & 0o170777).toBe(0o040700);
    if (then === 'as before') {
      const own = (all: Map<string, string>): readonly string[] =>
        [...all].flat().filter((each) => each.startsWith('./home/'));
      expect(own(after)).toEqual(own(before));
      expect(after.get('./home/.agents/skills')).toBe(before.get('./home/.agents/skills'));
    }
    if (shared !== undefined) expect(readdirSync(made.shared).sort()).toEqual(shared);
    expect(readdirSync(join(made.share, '..')).sort()).toEqual(
      [...new Set([...before.keys()].map((path) => path.split('/')[1]))].filter(Boolean).sort(),
    );

    // What was copied is the same, with its times and hard links.
    const backup = '20260131T235959Z';
    for (const name of then === 'link' && situation === 'populated' ? (shared ?? []) : []) {
      const [copy, own] = [`./share/.agents/skills/${name}`, `./home/.agents/skills.backup-${backup}/${name}`];
      if (before.has(copy) || !after.has(own)) continue;
      expect(after.get(copy)).toBe(after.get(own));
      expect(below(after, copy)).toEqual(below(after, own));
    }
    if (shared?.includes('rich') === true)
      expect(lstatSync(join(made.shared, 'rich/hard')).ino).toBe(lstatSync(join(made.shared, 'rich/SKILL.md')).ino);

    // A second run changes nothing; where the share was full, nothing that stays.
    const stable = inventory(made.root, !/it is full/.test(first.text));
    join_(made, 0, '20270131T235959Z');
    expect(inventory(made.root, !/it is full/.test(first.text))).toEqual(stable);
  });

  test.each(shareCases.filter(({ then }) => then !== 'as before'))(
    'killed before each change, a second run ends the same: $name',
    ({ make }) => {
      const whole = world(make);
      const { operations } = join_(whole);
      const relative = ({ root: top }: ShareWorld): readonly string[] =>
        [...inventory(top, false)].map(
          ([path, what]) => `${path} ${what.replaceAll(top, '').replace(/ \d{19} /, ' ')}`,
        );
      const end = relative(whole);
      expect(operations.length).toBeGreaterThan(0);
      for (let at = 1; at <= operations.length; at++) {
        const made = world(make);
        const before = inventory(made.root);
        expect(join_(made, at).signal).toBe('SIGKILL');
        expectNothingLost(before, inventory(made.root));
        join_(made);
        expectNothingLost(before, inventory(made.root));
        expect(relative(made)).toEqual(end);
      }
    },
  );

  test('a live session on the directory: it waits, and goes on when that is over', () => {
    const made = world(({ skills }) => {
      mkdirSync(join(skills, 'mine'), { recursive: true });
    });
    const session = join(made.home, '.local/state/sandbox/sessions/abcabcab');
    mkdirSync(session, { recursive: true });
    const record = { version: 1, id: 'abcabcab', agent: 'codex', workspace: '/', created: '', owner: currentOwner() };
    writeFileSync(join(session, 'session.json'), JSON.stringify(record));
    const before = inventory(made.root);
    expect(join_(made).text).toContain('session abcabcab has it mounted');
    expect(inventory(made.root)).toEqual(before);
    writeFileSync(join(session, 'session.json'), JSON.stringify({ ...record, owner: { ...record.owner, start: '1' } }));
    join_(made);
    expect(readdirSync(made.shared)).toEqual(['mine']);
  });

  test('10,000 skills', () => {
    const made = world(({ skills }) => {
      for (let count = 0; count < 10_000; count++) mkdirSync(join(skills, `skill-${count}`), { recursive: true });
      for (let count = 0; count < 10_000; count++)
        writeFileSync(join(skills, `skill-${count}`, 'SKILL.md'), String(count));
    });
    const { text } = join_(made);
    expect(text).toContain('and 9980 more');
    expect(readdirSync(made.shared)).toHaveLength(10_000);
  });
});
