import { closeSync, existsSync, linkSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { claudeSeed } from '../../../src/agents/claude-seed.ts';
import { pinSource } from '../../../src/host/pin-source.ts';
import { seedConfig } from '../../../src/host/seed-config.ts';
import { createWholeFile } from '../../../src/host/write.ts';
import { makeFacts } from '../../support/facts.ts';
import { caller, tempWorld } from '../../support/temp-world.ts';

function world() {
  const made = tempWorld();
  const config = pinSource(made.directory('.claude'), { uid: caller.uid, expect: 'directory', allowLink: () => false });
  onTestFinished(() => closeSync(config.fd));
  const facts = makeFacts({
    user: { ...caller, home: made.home },
    dirs: { share: `${made.root}/share` },
    workspace: { path: `${made.home}/app`, start: `${made.home}/app/sub` },
  });
  const seed = (extra = {}) => seedConfig(claudeSeed, config, facts, extra);
  const target = join(made.home, '.claude/.claude.json');
  const content = () => JSON.parse(readFileSync(target, 'utf8')) as unknown;
  return { ...made, config, seed, target, content };
}

describe('seedConfig', () => {
  it('takes over what is named, of this workspace and its starting directory', () => {
    const { home, file, seed, content } = world();
    const projects = {
      [`${home}/app`]: { a: 1 },
      [`${home}/app/sub`]: { b: 2 },
      [`${home}/other`]: {},
      __proto__x: {},
    };
    file('.claude.json', JSON.stringify({ theme: 'dark', userID: 'u', numStartups: 9, projects }));
    expect(seed()).toEqual([expect.stringContaining('was made from')]);
    expect(content()).toEqual({
      theme: 'dark',
      userID: 'u',
      projects: { [`${home}/app`]: { a: 1 }, [`${home}/app/sub`]: { b: 2 } },
    });
    expect(seed()).toEqual([]);
  });

  it.each([
    ['odd types', '{"projects": [], "theme": null, "mcpServers": 5}', { theme: null, mcpServers: 5 }],
    ['a prototype', '{"__proto__": {"theme": "x"}, "projects": {"__proto__": {}}, "theme": "y"}', { theme: 'y' }],
  ])('survives %s', (_, text, expected) => {
    const { file, seed, content } = world();
    file('.claude.json', text);
    seed();
    expect(content()).toEqual(expected);
  });

  it('makes nothing from a file that says nothing of this', () => {
    const { file, seed, target } = world();
    file('.claude.json', '{"numStartups": 1}');
    expect(seed()).toEqual([]);
    expect(existsSync(target)).toBe(false);
  });

  it('puts the extra in where the host says nothing', () => {
    const { file, seed, content } = world();
    file('.claude.json', '{"theme": "dark"}');
    seed({ hasCompletedOnboarding: true, theme: 'never' });
    expect(content()).toEqual({ hasCompletedOnboarding: true, theme: 'dark' });
  });

  it('with a broken host file still writes the extra, and says why', () => {
    const { file, seed, content } = world();
    file('.claude.json', '{"secret');
    expect(seed({ hasCompletedOnboarding: true })).toEqual([expect.stringMatching(/not valid JSON$/)]);
    expect(content()).toEqual({ hasCompletedOnboarding: true });
  });

  it('follows the share’s link only', () => {
    for (const [target, followed] of [
      ['share/claude.json', true],
      ['elsewhere/claude.json', false],
    ] as const) {
      const { root, file, link, seed, target: place } = world();
      file(`${root}/${target}`, '{"theme": "dark"}');
      link('.claude.json', `${root}/${target}`);
      expect(seed()[0]).toMatch(followed ? /was made from/ : /is not taken over .*is a link/);
      expect(existsSync(place)).toBe(followed);
    }
  });

  it.each([
    ['a directory', (made: ReturnType<typeof world>) => made.directory('.claude.json'), /not a regular file/],
    ['a dangling link', (made: ReturnType<typeof world>) => made.link('.claude.json', 'nowhere'), /is a link/],
  ])('says why %s is not used', (_, plant, reason) => {
    const made = world();
    plant(made);
    expect(made.seed()).toEqual([expect.stringMatching(reason)]);
    expect(existsSync(made.target)).toBe(false);
  });
});

describe('createWholeFile', () => {
  it('leaves what is there, links too, and nothing else behind', () => {
    const { config, file, link, home } = world();
    expect(createWholeFile(config.fd, 'new', 'text')).toBe(true);
    expect(readFileSync(join(home, '.claude/new'), 'utf8')).toBe('text');
    file('.claude/taken', 'mine');
    link('.claude/dangling', 'nowhere');
    linkSync(join(home, '.claude/taken'), join(home, '.claude/hard'));
    for (const name of ['taken', 'dangling', 'hard']) expect(createWholeFile(config.fd, name, 'ours')).toBe(false);
    expect(readFileSync(join(home, '.claude/taken'), 'utf8')).toBe('mine');
    expect(readdirSync(join(home, '.claude')).sort()).toEqual(['dangling', 'hard', 'new', 'taken']);
  });
});
