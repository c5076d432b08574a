import { describe, expect, it } from 'vitest';
import { findAgent } from '../../../src/agents/index.ts';
import { cacheVariables } from '../../../src/mounts/cache-variables.ts';
import { planMounts } from '../../../src/mounts/index.ts';
import type { MountContext } from '../../../src/mounts/mount.ts';
import { makeFacts, makeOptions } from '../../support/facts.ts';

const context = (parts: Partial<MountContext> = {}): MountContext => ({
  agent: findAgent('codex'),
  facts: makeFacts(),
  options: makeOptions({ cache: true }),
  ...parts,
});
const cacheOf = (parts?: Partial<MountContext>) =>
  planMounts(context(parts)).mounts.find(({ kind }) => kind === 'cache');

describe('a kept cache', () => {
  it('is off by default', () => {
    expect(cacheOf({ options: makeOptions() })).toBeUndefined();
    expect(cacheVariables(context({ options: makeOptions() }))).toEqual({});
  });

  it('is a directory of this workspace and agent', () => {
    expect(cacheOf()).toMatchObject({
      source: expect.stringMatching(/^\/home\/ada\/.cache\/sandbox\/[0-9a-f]{16}\/codex$/),
      target: '/home/ada/.cache',
      mode: 'rw',
      options: { trust: 'caller', missing: 'create' },
    });
    const sources = [
      cacheOf(),
      cacheOf({ agent: findAgent('pi') }),
      cacheOf({ facts: makeFacts({ workspace: { path: '/elsewhere' } }) }),
    ].map((mount) => mount?.source);
    expect(new Set(sources).size).toBe(3);
  });

  it.each([
    ['a workspace in it', { facts: makeFacts({ workspace: { path: '/home/ada/.cache/app' } }) }],
    [
      'a mount in it',
      { options: makeOptions({ cache: true, mounts: [{ source: '/x', target: '/home/ada/.cache/x', mode: 'ro' }] }) },
    ],
    [
      'a mount in its place',
      { options: makeOptions({ cache: true, mounts: [{ source: '/x', target: '/home/ada/.cache', mode: 'rw' }] }) },
    ],
  ])('is left out, and said to be, with %s', (_, parts) => {
    expect(cacheOf(parts)).toBeUndefined();
    expect(planMounts(context(parts)).notes.join('\n')).toContain('no kept cache');
    expect(cacheVariables(context(parts))).toEqual({});
  });

  it('is where package managers look', () => {
    for (const path of Object.values(cacheVariables(context()))) expect(path).toMatch(/^\/home\/ada\/\.cache\//);
  });
});
