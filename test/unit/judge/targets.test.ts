import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { execFileSync } from 'node:child_process';
import { judgeWorld } from '../../support/judge-world.ts';
import type { JudgeCase } from '../../support/judge-world.ts';
import { tempWorld } from '../../support/temp-world.ts';

function extra(target: string, input: Partial<JudgeCase> = {}) {
  const world = tempWorld();
  const source = world.directory('data');
  const mounts = [{ source, target: target.replace('~', world.home), mode: 'ro' as const }];
  return judgeWorld(world, { workspace: world.directory('app'), options: { mounts, ...input.options } }).refusals;
}

describe('targets of extra mounts', () => {
  it.each([
    '/',
    '/usr',
    '/usr/local/bin',
    '/usr/src',
    '/bin',
    '/sbin',
    '/lib',
    '/lib64',
    '/libx32',
    '/etc',
    '/etc/ssl',
    '/proc',
    '/sys/fs',
    '/dev',
    '/dev/shm',
    '/run',
    '/run/sandbox',
    '/run/media',
    '/run/media/ada',
    '/tmp',
    '/var',
    '/var/tmp',
    '~',
    '~/.agents',
    '~/.agents/skills',
    '~/.agents/x',
    '~/.codex',
    '~/.claude',
    '~/.claude/skills',
    '~/.claude.json',
    '~/.pi',
    '~/app',
    '~/app/data',
  ])('case 27: %s is refused', (target) => {
    expect(extra(target)).toMatchObject([{ code: 'TARGET_REFUSED', hint: 'Choose another target: --mount SRC:DST.' }]);
  });

  it.each([
    '/data',
    '/mnt/x',
    '/opt/tools',
    '/usr/src/app',
    '/usr/local/src/app',
    '/run/media/ada/disk',
    '/tmp/data',
    '/var/lib/x',
    '~/data',
    '~/.cache/x',
    '~/app2',
  ])('%s is fine', (target) => {
    expect(extra(target)).toEqual([]);
  });

  it.each([
    '~/.Agents',
    '~/.AGENTS/Skills/x',
    '~/.CODEX',
    '~/.Claude/projects',
    '~/.claude.JSON',
    '~/.PI',
    '~/.ｃｌａｕｄｅ',
    '~/.claude\u200b',
    '~/.co\u00addex/x',
    '~/.agentſ',
  ])('case 16: %j looks like a reserved one and is refused', (target) => {
    expect(extra(target)).toMatchObject([
      { code: 'TARGET_REFUSED', message: expect.stringContaining('only in case or Unicode form') as string },
    ]);
  });

  it('case 16: so does a home spelled with decomposed letters', () => {
    const world = tempWorld();
    const home = world.directory('Ren\u00e9');
    for (const path of ['.codex', '.agents/skills']) world.directory(`Ren\u00e9/${path}`);
    const config = ['packages', 'tmp', 'shell_snapshots', 'app-server-control'];
    for (const mask of config) world.directory(`Ren\u00e9/.codex/${mask}`);
    const target = `${home.normalize('NFD')}/.codex/x`;
    const mounts = [{ source: world.directory('data'), target, mode: 'ro' as const }];
    const input = { workspace: world.directory('app'), options: { mounts }, user: { home } };
    expect(judgeWorld(world, input).refusals).toMatchObject([
      { code: 'TARGET_REFUSED', message: expect.stringContaining('only in case or Unicode form') as string },
    ]);
  });

  it.each(['~/.codexes', '~/.claud', '~/Agents', '~/.pie'])('%s does not look like one', (target) => {
    expect(extra(target)).toEqual([]);
  });

  it('two at one place are refused', () => {
    const world = tempWorld();
    const mounts = ['a', 'b'].map((name) => ({ source: world.directory(name), target: '/data', mode: 'ro' as const }));
    const { refusals } = judgeWorld(world, { workspace: world.directory('app'), options: { mounts } });
    expect(refusals.map(({ code }) => code)).toEqual(['TARGET_REFUSED', 'TARGET_REFUSED']);
  });
});

describe('workspaces the container cannot have (case 11)', () => {
  it.each(['/etc', '/usr', '/usr/share', '/var/run', '/run', '/tmp', '/var/tmp', '/var', '/dev/shm', '/proc', '/bin'])(
    '%s',
    (workspace) => {
      const { refusals } = judgeWorld(tempWorld(), { workspace });
      expect(refusals.map(({ code }) => code)).toContainEqual(expect.stringMatching(/^(TARGET|WORKSPACE)_REFUSED$/));
    },
  );

  it('/ and the parent of the home', () => {
    const world = tempWorld();
    for (const workspace of ['/', world.root, world.home])
      expect(judgeWorld(world, { workspace }).refusals[0]).toMatchObject({ code: 'WORKSPACE_REFUSED' });
  });
});

describe('git pointers (case 92)', () => {
  it('that do not agree are refused', () => {
    const world = tempWorld();
    const workspace = world.directory('app');
    world.file('app/.git', 'gitdir: /etc\n');
    expect(judgeWorld(world, { workspace }).refusals).toMatchObject([{ code: 'GIT_POINTER_REFUSED' }]);
  });

  it('that agree are accepted, and --git-dir must say the same', () => {
    const world = tempWorld();
    const main = world.directory('main');
    const workspace = join(world.home, 'tree');
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'safe.directory=*', '-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
        cwd: main,
      });
    git('init', '-q');
    git('commit', '-q', '--allow-empty', '-m', 'x');
    git('worktree', 'add', '-q', workspace);
    execFileSync('chown', ['-R', '--reference', main, '.', workspace], { cwd: main });
    expect(judgeWorld(world, { workspace }).refusals).toEqual([]);
    expect(judgeWorld(world, { workspace, options: { gitDir: join(main, '.git') } }).refusals).toEqual([]);
    expect(judgeWorld(world, { workspace, options: { gitDir: main } }).refusals).toMatchObject([
      { code: 'GIT_POINTER_REFUSED' },
    ]);
    const plain = world.directory('app');
    expect(judgeWorld(world, { workspace: plain, options: { gitDir: main } }).refusals).toMatchObject([
      { code: 'GIT_POINTER_REFUSED' },
    ]);
  });
});

describe('the judgement', () => {
  it('collects every refusal, the most telling first', () => {
    const world = tempWorld();
    const mounts = [
      { source: world.directory('.ssh'), target: '/etc/x', mode: 'rw' as const },
      { source: world.directory('data'), target: '/usr/x', mode: 'ro' as const },
    ];
    const { refusals } = judgeWorld(world, { workspace: world.directory('app'), options: { mounts } });
    expect(refusals.map(({ code }) => code)).toEqual(['SOURCE_PROTECTED', 'TARGET_REFUSED', 'TARGET_REFUSED']);
    for (const { message, hint } of refusals) expect(message !== '' && hint !== '').toBe(true);
  });
});
