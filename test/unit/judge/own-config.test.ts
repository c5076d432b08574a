import { chownSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { judgeWorld } from '../../support/judge-world.ts';
import { isRoot, tempWorld } from '../../support/temp-world.ts';

describe('a second session on one config directory', () => {
  it('is named, whatever its workspace; one on another directory is not', () => {
    const world = tempWorld();
    const config = world.directory('.codex');
    const { dev, ino } = statSync(config, { bigint: true });
    const live = [
      { path: world.directory('other'), agent: 'codex', session: 'aaaa1111', config: { dev, ino } },
      { path: world.directory('third'), agent: 'codex', session: 'bbbb2222', config: { dev, ino: ino + 1n } },
      { path: world.directory('fourth'), session: 'cccc3333' },
    ];
    const { refusals, notes } = judgeWorld(world, { workspace: world.directory('app'), live });
    expect(refusals).toEqual([]);
    expect(notes.filter((note) => note.includes('at this moment'))).toEqual([expect.stringContaining('aaaa1111')]);
  });
});

describe('what a shipped skill covers', () => {
  it('is pinned below the config directory, and is the caller’s own', () => {
    const world = tempWorld();
    const result = judgeWorld(world, { workspace: world.directory('app'), shipped: ['one'] });
    expect(result.refusals).toEqual([]);
  });

  it.runIf(isRoot)('refuses when it belongs to somebody else', () => {
    const world = tempWorld();
    const skills = world.directory('.codex/skills');
    chownSync(skills, 0, 0);
    const { refusals } = judgeWorld(world, { workspace: world.directory('app'), shipped: ['one'] });
    expect(refusals).toMatchObject([{ code: 'SOURCE_OWNER', message: expect.stringContaining(skills) as unknown }]);
  });

  it('refuses a link that appeared after the facts were gathered', () => {
    const world = tempWorld();
    world.directory('elsewhere/one');
    world.directory('.codex');
    symlinkSync('../elsewhere', join(world.home, '.codex/skills'));
    expect(() => judgeWorld(world, { workspace: world.directory('app'), shipped: ['one'] })).toThrow(/is a link/);
  });
});
