import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { JudgeInput } from '../../../src/judge/judge-input.ts';
import { foldingHome } from '../../support/folding-home.ts';
import { judgeWorld } from '../../support/judge-world.ts';
import { tempWorld } from '../../support/temp-world.ts';

const codes = (...args: Parameters<typeof judgeWorld>) => judgeWorld(...args).refusals.map(({ code }) => code);

it('case 16: a home that ignores case: every spelling is the same object', (context) => {
  const world = tempWorld();
  const reason = foldingHome(world);
  if (reason !== null) {
    console.log(`no file system that ignores case, tested on data only: ${reason}`);
    return context.skip(reason);
  }
  world.directory('.ssh/keys');
  world.directory('.claude/projects');
  world.directory('.codex');
  const app = world.directory('app');
  for (const name of ['.SSH', '.Ssh/Keys', '.Claude', '.CLAUDE/PROJECTS']) {
    const path = join(world.home, name);
    expect(codes(world, { workspace: path }), name).toContain('SOURCE_PROTECTED');
    const mounts = [{ source: path, target: '/data', mode: 'ro' as const }];
    expect(codes(world, { workspace: app, options: { mounts } }), name).toEqual(['SOURCE_PROTECTED']);
  }
  for (const name of ['.CODEX', '.Agents/SKILLS'])
    expect(codes(world, { workspace: join(world.home, name) }), name).toEqual(
      expect.arrayContaining(['SOURCE_REFUSED', 'TARGET_REFUSED']),
    );
  expect(codes(world, { workspace: app, live: [{ path: join(world.home, 'APP') }] })).toEqual([]);
});

it('case 16: the same on data: another spelling with the identity of a protected directory', () => {
  const world = tempWorld();
  const id = statSync(world.directory('.ssh'), { bigint: true });
  const change = (input: JudgeInput): JudgeInput => {
    const pins = new Map(input.pins);
    const pin = pins.get('workspace');
    const last = pin?.chain.at(-1);
    if (pin === undefined || last === undefined) throw new Error('no workspace');
    const chain = [...pin.chain.slice(0, -1), { ...last, dev: id.dev, ino: id.ino }];
    pins.set('workspace', { ...pin, dev: id.dev, ino: id.ino, chain });
    return { ...input, pins };
  };
  const workspace = world.directory('.SSH');
  expect(codes(world, { workspace })).toEqual([]);
  expect(codes(world, { workspace, change })).toEqual(['SOURCE_PROTECTED']);
});
