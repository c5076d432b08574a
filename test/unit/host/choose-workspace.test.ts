import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../src/errors.ts';
import { chooseWorkspace } from '../../../src/host/choose-workspace.ts';
import { tempWorld } from '../../support/temp-world.ts';

type Input = Parameters<typeof chooseWorkspace>[0];
const places = (input: Input): readonly [string, string] => {
  const { path, start } = chooseWorkspace(input);
  return [path, start];
};
function refusal(input: Input): AppError {
  try {
    chooseWorkspace(input);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('was accepted');
}

describe('the default workspace', () => {
  it('is the nearest work tree, and the session starts where one stands', () => {
    const { home, directory } = tempWorld();
    directory('projects/app/.git');
    const cwd = directory('projects/app/src/deep');
    expect(places({ option: null, cwd, home })).toEqual([join(home, 'projects/app'), cwd]);
  });

  it('is the working directory without a work tree', () => {
    const { home, directory } = tempWorld();
    const cwd = directory('projects/app');
    expect(places({ option: null, cwd, home })).toEqual([cwd, cwd]);
  });

  it('is never a work tree at $HOME or above', () => {
    const { root, home, directory } = tempWorld();
    directory('.git');
    directory(join(root, '.git'));
    const cwd = directory('projects/app');
    expect(places({ option: null, cwd, home })).toEqual([cwd, cwd]);
  });

  it('is the work tree of a linked worktree, and of a submodule the superproject', () => {
    const world = tempWorld();
    const { home, directory, file } = world;
    file('top/.git/modules/lib/sub/config', '[core]\n\tworktree = ../../../../lib/sub\n');
    file('top/lib/sub/.git', 'gitdir: ../../.git/modules/lib/sub\n');
    const cwd = directory('top/lib/sub/src');
    expect(places({ option: null, cwd, home })).toEqual([join(home, 'top'), cwd]);
    // Without the other direction an agent may have written the pointer.
    file('top/.git/modules/lib/sub/config', '[core]\n\tbare = false\n');
    expect(places({ option: null, cwd, home })).not.toContain(join(home, 'top'));
  });

  it('is the submodule itself when its superproject is $HOME', () => {
    const { home, directory, file } = tempWorld();
    directory('.git/modules/lib');
    file('lib/.git', 'gitdir: ../.git/modules/lib\n');
    const cwd = join(home, 'lib');
    expect(places({ option: null, cwd, home })).toEqual([cwd, cwd]);
  });

  it.each(['$HOME', 'above it', '/'])('is refused at %s, and the hint says cd or -w', (where) => {
    const { root, home } = tempWorld();
    const cwd = { $HOME: home, 'above it': root, '/': '/' }[where] ?? '';
    expect(refusal({ option: null, cwd, home })).toMatchObject({
      code: 'WORKSPACE_REFUSED',
      exitCode: 77,
      hint: 'cd into a project, or name one with -w DIR.',
    });
  });

  it('is refused at $HOME although $HOME is spelled through a link', () => {
    const { root, home, link } = tempWorld();
    const alias = link(join(root, 'alias'), home);
    expect(refusal({ option: null, cwd: home, home: alias }).code).toBe('WORKSPACE_REFUSED');
    expect(refusal({ option: alias, cwd: '/', home }).code).toBe('WORKSPACE_REFUSED');
  });
});

describe('-w', () => {
  it('is taken as given, relative to the working directory, and the session starts there', () => {
    const { home, directory } = tempWorld();
    directory('app/.git');
    const cwd = directory('app/src');
    expect(places({ option: '.', cwd, home })).toEqual([cwd, cwd]);
    expect(places({ option: '..//src/../', cwd, home })).toEqual([join(home, 'app'), join(home, 'app')]);
  });

  it('tells apart missing, a file and a circle of links: 64', () => {
    const { home, file, link } = tempWorld();
    file('file');
    link('loop', 'loop');
    const code = (option: string) => refusal({ option, cwd: home, home });
    expect(code('gone')).toMatchObject({ code: 'PATH_NOT_FOUND', exitCode: 64 });
    expect(code('file')).toMatchObject({ code: 'NOT_A_DIRECTORY', exitCode: 64 });
    expect(code('file/below')).toMatchObject({ code: 'PATH_NOT_FOUND' });
    expect(code('loop')).toMatchObject({ code: 'PATH_NOT_FOUND' });
  });

  it('case 34: says that a path is too long', () => {
    const { home } = tempWorld();
    expect(refusal({ option: 'x/'.repeat(3000), cwd: home, home })).toMatchObject({
      code: 'PATH_NOT_FOUND',
      message: expect.stringContaining('too long') as string,
    });
  });

  it.each(['/', 'home', 'parent'])('case 11: refuses %s', (which) => {
    const { home } = tempWorld();
    const option = { '/': '/', home: `${home}/`, parent: dirname(home) }[which] ?? '';
    expect(refusal({ option, cwd: '/', home })).toMatchObject({ code: 'WORKSPACE_REFUSED', exitCode: 77 });
  });

  it.each(['a,source=b', 'a:b', 'a\nb', '$(x)', '-rf', '🚀', ' '])('case 33: takes a directory named %j', (name) => {
    const { home } = tempWorld();
    mkdirSync(join(home, name));
    expect(places({ option: name, cwd: home, home })[0]).toBe(join(home, name));
  });
});

describe('a workspace in the shared skills', () => {
  it('is named below ~/.agents/skills although the working directory is in the share', () => {
    const { root, home, directory, link } = tempWorld();
    const share = directory(join(root, 'share/.agents/skills'));
    link('.agents/skills', share);
    const cwd = directory(join(share, 'pdf'));
    expect(places({ option: null, cwd, home })).toEqual([
      join(home, '.agents/skills/pdf'),
      join(home, '.agents/skills/pdf'),
    ]);
    execFileSync('git', ['init', '-q', share]);
    expect(places({ option: null, cwd, home })).toEqual([
      join(home, '.agents/skills'),
      join(home, '.agents/skills/pdf'),
    ]);
    expect(realpathSync(join(home, '.agents/skills/pdf'))).toBe(cwd);
    writeFileSync(join(share, 'x'), '');
  });
});
