import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findGitLayout } from '../../../src/host/find-git-layout.ts';
import { parseGitFile } from '../../../src/host/parse-git-file.ts';
import { tempWorld } from '../../support/temp-world.ts';
import type { TempWorld } from '../../support/temp-world.ts';

const env = {
  PATH: process.env['PATH'],
  HOME: '/nonexistent',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@b',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@b',
};
const git = (cwd: string, ...args: string[]): string =>
  execFileSync('git', ['-c', 'protocol.file.allow=always', '-c', 'safe.directory=*', ...args], {
    cwd,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();

function repository(world: TempWorld, name: string): string {
  const path = world.directory(name);
  git(path, 'init', '-q');
  git(path, 'commit', '-q', '--allow-empty', '-m', 'x');
  return path;
}

function worktree(world: TempWorld): { readonly main: string; readonly tree: string } {
  const main = repository(world, 'main');
  const tree = join(world.home, 'tree');
  git(main, 'worktree', 'add', '-q', tree);
  return { main, tree };
}

describe('findGitLayout', () => {
  it('knows a repository, and a directory that is none', () => {
    const world = tempWorld();
    const path = repository(world, 'repo');
    expect(findGitLayout(path)).toEqual({ kind: 'directory', root: path });
    expect(findGitLayout(world.home)).toBeNull();
  });

  it('case 92: accepts a linked worktree whose pointers agree', () => {
    const { main, tree } = worktree(tempWorld());
    expect(findGitLayout(tree)).toEqual({
      kind: 'worktree',
      root: tree,
      commonDir: join(main, '.git'),
      gitDir: join(main, '.git/worktrees/tree'),
      guarded: ['hooks', 'config'],
      others: [],
      more: false,
    });
  });

  it('accepts relative pointers, as git 2.48 can write them', () => {
    const { main, tree } = worktree(tempWorld());
    writeFileSync(join(tree, '.git'), 'gitdir: ../main/.git/worktrees/tree\n');
    writeFileSync(join(main, '.git/worktrees/tree/gitdir'), '../../../../tree/.git\n');
    expect(findGitLayout(tree)?.kind).toBe('worktree');
  });

  it('accepts a worktree of a bare repository', () => {
    const world = tempWorld();
    const main = repository(world, 'main');
    git(world.home, 'clone', '-q', '--bare', main, 'bare.git');
    git(join(world.home, 'bare.git'), 'worktree', 'add', '-q', join(world.home, 'tree'));
    expect(findGitLayout(join(world.home, 'tree'))).toMatchObject({ commonDir: join(world.home, 'bare.git') });
  });

  it('lists only hooks and config that are real', () => {
    const { main, tree } = worktree(tempWorld());
    rmSync(join(main, '.git/hooks'), { recursive: true });
    execFileSync('ln', ['-s', '/etc', join(main, '.git/hooks')]);
    expect(findGitLayout(tree)).toMatchObject({ guarded: ['config'] });
  });

  it('takes a git directory inside the work tree for part of it', () => {
    const path = repository(tempWorld(), 'repo');
    renameSync(join(path, '.git'), join(path, '.bare'));
    writeFileSync(join(path, '.git'), 'gitdir: ./.bare\n');
    expect(findGitLayout(path)).toEqual({ kind: 'directory', root: path });
  });

  it('finds the superproject of a submodule, a nested one and one in a linked worktree', () => {
    const world = tempWorld();
    const leaf = repository(world, 'leaf');
    const middle = repository(world, 'middle');
    git(middle, 'submodule', '--quiet', 'add', leaf, 'leaf');
    git(middle, 'commit', '-q', '-m', 'x');
    const top = repository(world, 'top');
    git(top, 'submodule', '--quiet', 'add', middle, 'middle');
    git(top, 'submodule', '--quiet', 'update', '--init', '--recursive');
    git(top, 'commit', '-q', '-m', 'x');
    expect(findGitLayout(join(top, 'middle'))).toMatchObject({ kind: 'submodule', superproject: top });
    expect(findGitLayout(join(top, 'middle/leaf'))).toMatchObject({ kind: 'submodule', superproject: top });
    const tree = join(world.home, 'tree');
    git(top, 'worktree', 'add', '-q', tree);
    git(tree, 'submodule', '--quiet', 'update', '--init');
    expect(findGitLayout(join(tree, 'middle'))).toMatchObject({ kind: 'submodule', superproject: tree });
  });
});

describe('case 92: a pointer that lies', () => {
  const reason = (path: string): string => {
    const layout = findGitLayout(path);
    return layout?.kind === 'mismatch' ? layout.reason : `${layout?.kind ?? 'nothing'} instead of a mismatch`;
  };

  it('names a repository that does not name it back', () => {
    const world = tempWorld();
    const { main } = worktree(world);
    const path = world.directory('evil');
    writeFileSync(join(path, '.git'), `gitdir: ${main}/.git\n`);
    expect(reason(path)).toContain(`names ${main}/.git, which does not name ${path}/.git in return`);
    writeFileSync(join(path, '.git'), `gitdir: ${main}/.git/worktrees/tree\n`);
    expect(reason(path)).toContain('in return');
  });

  it('names a forged directory whose commondir leads elsewhere', () => {
    const world = tempWorld();
    const { main, tree } = worktree(world);
    const forged = world.directory('forged/worktrees/tree');
    writeFileSync(join(forged, 'gitdir'), `${tree}/.git\n`);
    writeFileSync(join(forged, 'commondir'), `${main}/.git\n`);
    writeFileSync(join(tree, '.git'), `gitdir: ${forged}\n`);
    expect(reason(tree)).toContain('in return');
  });

  it('claims a superproject that it does not lie in', () => {
    const world = tempWorld();
    const main = repository(world, 'main');
    mkdirSync(join(main, '.git/modules/x'), { recursive: true });
    const path = world.directory('evil');
    writeFileSync(join(path, '.git'), `gitdir: ${main}/.git/modules/x\n`);
    expect(reason(path)).toContain('in return');
  });

  it('is a link, or leads through one', () => {
    const world = tempWorld();
    const { main, tree } = worktree(world);
    const alias = world.link('alias', main);
    writeFileSync(join(tree, '.git'), `gitdir: ${alias}/.git/worktrees/tree\n`);
    expect(reason(tree)).toContain('through a link');
    const pointer = world.file('pointer', `gitdir: ${main}/.git/worktrees/tree\n`);
    rmSync(join(tree, '.git'));
    world.link('tree/.git', pointer);
    expect(reason(tree)).toContain('is a link');
    rmSync(join(tree, '.git'));
    world.link('tree/.git', join(main, '.git'));
    expect(reason(tree)).toContain('is a link');
  });

  it('reaches its common directory’s files through links', () => {
    const world = tempWorld();
    const { main, tree } = worktree(world);
    const file = join(main, '.git/worktrees/tree/gitdir');
    renameSync(file, join(world.home, 'elsewhere'));
    world.link(file, join(world.home, 'elsewhere'));
    expect(reason(tree)).toContain('in return');
  });
});

/** What git makes of the bytes, and what we make of them: never more than git. */
describe('differential: .git files as git reads them', () => {
  const world = () => {
    const made = tempWorld();
    const main = repository(made, 'main');
    renameSync(join(main, '.git'), join(made.home, 'real'));
    return { tree: made.directory('tree'), real: join(made.home, 'real'), made };
  };
  const asGit = (tree: string): string | null => {
    try {
      return git(tree, 'rev-parse', '--absolute-git-dir');
    } catch {
      return null;
    }
  };
  const asWe = (tree: string): string | null => {
    const parsed = parseGitFile(readFileSync(join(tree, '.git')));
    return parsed.kind === 'path'
      ? execFileSync('realpath', ['-m', '--', parsed.path], { cwd: tree, encoding: 'utf8' }).replace(/\n$/, '')
      : null;
  };

  const texts: readonly (readonly [string, (real: string) => string | Buffer])[] = [
    ['plain', (real) => `gitdir: ${real}\n`],
    ['no newline', (real) => `gitdir: ${real}`],
    ['CRLF', (real) => `gitdir: ${real}\r\n`],
    ['many newlines', (real) => `gitdir: ${real}\n\n\r\n\n`],
    ['64 KiB of newlines', (real) => `gitdir: ${real}${'\n'.repeat(65536)}`],
    ['trailing space', (real) => `gitdir: ${real} \n`],
    ['trailing tab', (real) => `gitdir: ${real}\t\n`],
    ['leading newline', (real) => `\ngitdir: ${real}\n`],
    ['BOM', (real) => `\ufeffgitdir: ${real}\n`],
    ['no space', (real) => `gitdir:${real}\n`],
    ['two spaces', (real) => `gitdir:  ${real}\n`],
    ['tab', (real) => `gitdir:\t${real}\n`],
    ['capitals', (real) => `GitDir: ${real}\n`],
    ['second line', (real) => `gitdir: ${real}\nmore\n`],
    ['relative', () => 'gitdir: ../real\n'],
    ['relative with dots', () => 'gitdir: ./../tree/../real/.\n'],
    ['empty path', () => 'gitdir: \n'],
    ['prefix only', () => 'gitdir: '],
    ['empty file', () => ''],
    ['only newlines', () => '\n\n\n'],
    ['quoted', (real) => `gitdir: "${real}"\n`],
    ['tilde', () => 'gitdir: ~/real\n'],
    ['not UTF-8', (real) => Buffer.concat([Buffer.from(`gitdir: ${real}`), Buffer.from([0xff, 0x0a])])],
  ];
  it.each(texts)('%s', (_name, text) => {
    const { tree, real } = world();
    writeFileSync(join(tree, '.git'), text(real));
    const ours = asWe(tree);
    // What git cannot use either may still parse: it is refused one step later, because it is no directory.
    expect(ours === real ? real : null).toBe(asGit(tree));
  });

  it('refuses a NUL, where git would use what stands before it', () => {
    const { tree, real } = world();
    writeFileSync(join(tree, '.git'), `gitdir: ${real}\0/../../etc\n`);
    expect(asGit(tree)).toBe(real);
    expect(findGitLayout(tree)).toMatchObject({ kind: 'mismatch' });
  });

  it('refuses more than 1 MiB, as git does', () => {
    const { tree, real } = world();
    writeFileSync(join(tree, '.git'), `gitdir: ${real}${'\n'.repeat(1 << 20)}`);
    expect(asGit(tree)).toBeNull();
    expect(findGitLayout(tree)).toMatchObject({ kind: 'mismatch', reason: expect.stringContaining('1 MiB') as string });
  });

  it('passes over a FIFO, as git does, without waiting for it', () => {
    const { tree } = world();
    execFileSync('mkfifo', [join(tree, '.git')]);
    expect(asGit(tree)).toBeNull();
    expect(findGitLayout(tree)).toBeNull();
  });

  it.each(['\n', '\r\n', '\n\n', ''])('reads commondir and gitdir with the line end %j', (end) => {
    const { main, tree } = worktree(tempWorld());
    writeFileSync(join(main, '.git/worktrees/tree/commondir'), `../..${end}`);
    writeFileSync(join(main, '.git/worktrees/tree/gitdir'), `${tree}/.git${end}`);
    expect(git(tree, 'rev-parse', '--path-format=absolute', '--git-common-dir')).toBe(join(main, '.git'));
    expect(findGitLayout(tree)).toMatchObject({ kind: 'worktree', commonDir: join(main, '.git') });
  });
});
