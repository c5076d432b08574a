import { isAbsolute, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agents } from '../../src/agents/index.ts';
import { isInside } from '../../src/mounts/is-inside.ts';
import { mounts, planMounts } from '../../src/mounts/index.ts';
import { SESSION_PREFIX } from '../../src/mounts/session-path.ts';
import type { PlannedMount, PlannedTmpfs } from '../../src/plan/launch-plan.ts';
import { makeFacts, makeOptions } from '../support/facts.ts';

const homes = ['/home/ada', '/root', '/var/tmp/x/home', '/tmp/h'];
const places = ['projects/app', 'app', 'a/b/c/d/e', '.agents/skills', '.agents/skills/x', '.config/app'];
const worktree = (root: string, home: string) => ({
  kind: 'worktree' as const,
  root,
  commonDir: `${home}/repo/.git`,
  gitDir: `${home}/repo/.git/worktrees/w`,
  guarded: ['hooks', 'config'] as const,
  others: [],
  more: false,
});

const cases = agents.flatMap((agent) =>
  homes.flatMap((home) =>
    [...places.map((place) => `${home}/${place}`), '/srv/app', '/tmp/app', '/run/media/ada/disk/app'].flatMap((path) =>
      (['rw', 'ro', 'off'] as const).flatMap((skills) =>
        [false, true].map((rich) => ({ agent, home, path, skills, rich })),
      ),
    ),
  ),
);

function plan({ agent, home, path, skills, rich }: (typeof cases)[number]) {
  const facts = makeFacts({
    user: { home },
    workspace: { path },
    shippedSkills: { names: rich ? ['verify-sandbox'] : [], place: 'absent', link: null, taken: {} },
    managed: rich ? ['/etc/codex', '/etc/claude-code'] : [],
    git: rich ? worktree(path, home) : null,
  });
  const extra = [
    { source: '/data/in', target: '/data', mode: 'ro' as const },
    { source: '/data/out', target: `${home}/deep/out`, mode: 'rw' as const },
  ];
  const model = { bundle: '/opt/sandbox/model', script: 's.json', record: null };
  return planMounts({
    agent,
    facts,
    options: makeOptions({ skills, ...(rich ? { mounts: extra, model, cache: true } : {}) }),
  });
}

const describeCase = (one: (typeof cases)[number]) =>
  `${one.agent.name} home=${one.home} workspace=${one.path} skills=${one.skills} rich=${one.rich}`;

function every(check: (planned: ReturnType<typeof plan>, one: (typeof cases)[number]) => void): void {
  for (const one of cases) {
    try {
      check(plan(one), one);
    } catch (error) {
      throw new Error(describeCase(one), { cause: error });
    }
  }
}

const isGuard = ({ id }: PlannedMount) => id === 'git-hooks' || id === 'git-config';

describe('all mounts', () => {
  it('are the known ones', () => {
    expect(mounts.map(({ name }) => name)).toEqual([
      'home',
      'own-config',
      'shared-skills',
      'shipped-skills',
      'workspace',
      'git-worktree',
      'managed',
      'identity',
      'session',
      'model',
      'cache',
      'extra',
    ]);
  });

  it('have absolute, normalised targets and known sources, and unique ids and targets', () => {
    every(({ mounts: binds, tmpfs }) => {
      const all = [...binds, ...tmpfs];
      for (const { target } of all) expect(isAbsolute(target) && normalize(target) === target).toBe(true);
      for (const { source } of binds) expect(isAbsolute(source) || source.startsWith(SESSION_PREFIX)).toBe(true);
      expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
      expect(new Set(all.map(({ target }) => target)).size).toBe(all.length);
    });
  });

  it('I2: nothing lies below a bind but masks, shipped skills and a git directory’s guards', () => {
    every(({ mounts: binds, tmpfs }) => {
      const below = (target: string, id: string) =>
        binds.filter((bind) => bind.id !== id && isInside(target, bind.target));
      for (const bind of binds)
        expect(below(bind.target, bind.id).map(({ id }) => id)).toEqual(
          isGuard(bind) ? ['git-dir'] : bind.kind === 'shipped-skill' ? ['own-config'] : [],
        );
      for (const one of tmpfs)
        expect(below(one.target, one.id).map(({ id }) => id)).toEqual(one.below === null ? [] : [one.below]);
    });
  });

  it('are read-only where they are ours or the system’s', () => {
    every(({ mounts: binds }) => {
      for (const bind of binds.filter(({ options }) => options.trust === 'ours' || options.trust === 'system'))
        expect(bind.mode).toBe('ro');
      for (const bind of binds.filter(isGuard)) expect(bind.mode).toBe('ro');
    });
  });

  it('never show another agent’s directory, and of ~/.agents only skills', () => {
    every(({ mounts: binds, tmpfs }, { agent, home, path }) => {
      const targets = [...binds, ...tmpfs].map(({ target }) => target);
      for (const other of agents.filter(({ name, config }) => name !== agent.name && config !== null))
        expect(targets.filter((target) => isInside(target, `${home}/${other.config?.dir ?? ''}`))).toEqual([]);
      const shared = binds.map(({ target }) => target).filter((target) => isInside(target, `${home}/.agents`));
      expect(shared.filter((target) => target !== `${home}/.agents/skills` && target !== path)).toEqual([]);
    });
  });

  it('leave no directory between the home and a target to the engine', () => {
    every(({ mounts: binds, tmpfs }, { home }) => {
      const provided = new Set([...binds, ...tmpfs].map(({ target }) => target));
      for (const { target } of [
        ...binds.filter((bind) => !isGuard(bind) && bind.kind !== 'shipped-skill'),
        ...tmpfs.filter(({ below }) => below === null),
      ]) {
        if (target === home || !isInside(target, home)) continue;
        const names = target
          .slice(home.length + 1)
          .split('/')
          .slice(0, -1);
        names.forEach((_, index) => expect(provided).toContain(`${home}/${names.slice(0, index + 1).join('/')}`));
      }
    });
  });

  it('are tmpfs of the caller, bounded in bytes and inodes', () => {
    every(({ tmpfs }) => {
      const shared = (one: PlannedTmpfs) => one.permissions === '1777';
      for (const one of tmpfs) {
        expect(one.size).toBeGreaterThan(0);
        expect(one.inodes).toBeGreaterThan(0);
        expect([one.uid, one.gid]).toEqual(shared(one) ? [0, 0] : [1000, 1000]);
      }
    });
  });
});
