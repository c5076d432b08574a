import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../src/errors.ts';
import { findDirectories } from '../../../src/host/find-directories.ts';
import { findExecutable } from '../../../src/host/find-executable.ts';
import { findGitIdentity } from '../../../src/host/find-git-identity.ts';
import { findHome } from '../../../src/host/find-home.ts';
import { gatherFacts } from '../../../src/host/gather-facts.ts';
import { runAs } from '../../support/run-as.ts';
import { caller, isRoot, tempWorld } from '../../support/temp-world.ts';

const source = (path: string) => JSON.stringify(join(process.cwd(), 'src/host', path));
const gather = `import { gatherFacts } from ${source('gather-facts.ts')};
  Promise.resolve().then(() => gatherFacts({ env: process.env, workspaceOption: null, programDir: '/opt/sandbox' }))
    .then(({ user, cwd, workspace, git }) => console.log(JSON.stringify({ user, cwd, workspace, git })))
    .catch((error) => console.log(JSON.stringify({ code: error.code, hint: error.hint })));`;

describe('the home (case 36)', () => {
  const code = (...values: Parameters<typeof findHome>): string => {
    try {
      findHome(...values);
    } catch (error) {
      return error instanceof AppError ? `${error.code} ${error.exitCode}` : 'another error';
    }
    return 'accepted';
  };

  it('is $HOME, normalised, else the password database’s', () => {
    const { home } = tempWorld();
    expect(findHome(`${home}//`, '/nonexistent')).toBe(home);
    expect(findHome(undefined, home)).toBe(home);
  });

  it.each(['', '/', '//', '/..', 'relative', '/nonexistent', '/etc/passwd', '/a:b', '/a\nb'])(
    'is refused when it is %j',
    (value) => {
      expect(code(value, '/root')).toBe('HOME_INVALID 78');
    },
  );

  it('is refused when nobody knows it', () => {
    expect(code(undefined, null)).toBe('HOME_INVALID 78');
  });

  it.skipIf(!isRoot)('that differs from the password database’s is used, and the other is recorded', async () => {
    const { home, directory } = tempWorld();
    const cwd = directory('app');
    const facts = gatherFacts({ env: { HOME: home }, workspaceOption: cwd, programDir: '/opt/sandbox' });
    expect(facts.user).toMatchObject({ home, otherHome: '/root', name: 'root', uid: 0 });
  });
});

describe.skipIf(!isRoot)('a uid without a passwd line', () => {
  const run = async (user: string | undefined) => {
    const { home, directory } = tempWorld();
    const env = { HOME: home, ...(user === undefined ? {} : { USER: user }) };
    const { stdout } = await runAs(gather, { uid: 54321, gid: 54321, cwd: directory('app'), env });
    return (JSON.parse(stdout) as { user: { name: string; uid: number; otherHome: null } }).user;
  };
  it('is called what $USER says', async () => {
    expect(await run('ada')).toMatchObject({ name: 'ada', uid: 54321, gid: 54321, groups: [], otherHome: null });
  });
  it.each([undefined, '', 'root', 'nobody', 'a:b', 'a\nb', '-x', '../x', 'x'.repeat(40)])(
    'is called user when $USER is %j',
    async (name) => {
      expect(await run(name)).toMatchObject({ name: 'user' });
    },
  );
});

describe('the working directory (case 35)', () => {
  it('gone: CWD_GONE, 64, and no fallback', async () => {
    const { home, directory } = tempWorld();
    const wrapper = ['sh', '-c', 'cd -- "$0" && rmdir -- "$0" && exec "$@"', directory('gone')];
    // Node itself needs no working directory to start a module named by an absolute path.
    const { stdout } = await runAs(gather, { env: { HOME: home }, wrapper });
    expect(JSON.parse(stdout)).toMatchObject({ code: 'CWD_GONE' });
  });
});

describe.skipIf(!isRoot)('a working directory that cannot be entered (case 35)', () => {
  it('any more: a clear error, and no fallback', async () => {
    const { home, directory } = tempWorld();
    const cwd = directory('closed/app');
    chmodSync(join(home, 'closed'), 0o000);
    const drop = 'exec setpriv --reuid=1000 --regid=1000 --clear-groups -- "$@"';
    const wrapper = ['sh', '-c', `cd -- "$0" && ${drop}`, cwd];
    const { stdout } = await runAs(gather, { env: { HOME: home }, wrapper });
    expect(JSON.parse(stdout)).toMatchObject({ code: 'WORKSPACE_ACCESS', hint: 'Choose a directory of yours.' });
  });
});

describe('the git identity', () => {
  const git = () => findExecutable('git', process.env['PATH'], []);

  it('is the user’s own, includes followed, the last value winning', async () => {
    const { home, file } = tempWorld();
    file('.gitconfig', '[user]\n name = Old\n[include]\n path = more\n');
    file('more', '[user]\n name = Ada L.\n email = ada@example.org\n');
    expect(await findGitIdentity(git(), home, {})).toEqual({ name: 'Ada L.', email: 'ada@example.org' });
  });

  it('is not the repository’s, and no repository’s configuration takes part', async () => {
    const { home, file, directory } = tempWorld();
    directory('app/.git/objects');
    directory('app/.git/refs');
    file('app/.git/HEAD', 'ref: refs/heads/main\n');
    file('app/.git/config', '[user]\n name = Evil\n email = evil@example.org\n');
    const env = { PATH: process.env['PATH'], GIT_DIR: join(home, 'app/.git') };
    expect(await findGitIdentity(git(), home, env)).toEqual({ name: null, email: null });
  });

  it.each(['Ada\\nEvil', 'A\\tB', '', 'x'.repeat(300)])('is null when the value is odd: %j', async (value) => {
    const { home, file } = tempWorld();
    file('.gitconfig', `[user]\n name = "${value}"\n email = ada@example.org\n`);
    expect(await findGitIdentity(git(), home, {})).toEqual({ name: null, email: 'ada@example.org' });
  });

  it('is null without git, without a configuration and with a damaged one', async () => {
    const { home, file } = tempWorld();
    expect(await findGitIdentity(null, home, {})).toEqual({ name: null, email: null });
    expect(await findGitIdentity(git(), home, {})).toEqual({ name: null, email: null });
    file('.gitconfig', '[user\n');
    expect(await findGitIdentity(git(), home, {})).toEqual({ name: null, email: null });
  });

  it('is null after two seconds', async () => {
    const { home, file } = tempWorld();
    const slow = file('git', '#!/bin/sh\nexec sleep 30\n');
    chmodSync(slow, 0o755);
    const start = performance.now();
    expect(await findGitIdentity(slow, home, {})).toEqual({ name: null, email: null });
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});

describe('findExecutable (case 98)', () => {
  const program = (path: string): string => {
    writeFileSync(path, '#!/bin/sh\n', { mode: 0o755 });
    return path;
  };

  it('searches absolute entries only, and none inside the workspace', () => {
    const { home, directory, link } = tempWorld();
    const workspace = directory('app');
    program(join(directory('app/bin'), 'git'));
    const good = program(join(directory('bin'), 'git'));
    const alias = link('alias', join(workspace, 'bin'));
    const path = ['.', '', 'bin', 'app/bin', join(workspace, 'bin'), alias, join(home, 'bin')].join(':');
    expect(findExecutable('git', path, [workspace])).toBe(good);
    expect(findExecutable('git', '.:bin:', [])).toBeNull();
    expect(findExecutable('git', undefined, [])).toBeNull();
  });

  it('passes over directories and files that cannot be executed', () => {
    const { directory, file, home } = tempWorld();
    mkdirSync(join(directory('a'), 'git'));
    file('b/git');
    expect(findExecutable('git', `${home}/a:${home}/b`, [])).toBeNull();
  });
});

describe('findDirectories', () => {
  it('follows XDG, ignores relative values', () => {
    expect(
      findDirectories(
        { XDG_STATE_HOME: '/s/', XDG_CONFIG_HOME: 'c', SANDBOX_SHARE: '/x' },
        '/home/ada',
        '/opt/sandbox',
      ),
    ).toEqual({
      state: '/s/sandbox',
      config: '/home/ada/.config/sandbox',
      cache: '/home/ada/.cache/sandbox',
      program: '/opt/sandbox',
      share: '/x',
    });
    expect(findDirectories({}, '/home/ada', '/p').share).toBe('/user-terminal-config');
  });
});

describe('gatherFacts', () => {
  it('takes the values of four variables and only the names of the others', async () => {
    const { home, directory } = tempWorld();
    const facts = gatherFacts({
      env: { HOME: home, TERM: 'xterm', TZ: 'UTC', AWS_SECRET_ACCESS_KEY: 'secret', GONE: undefined },
      workspaceOption: directory('app'),
      programDir: '/opt/sandbox',
    });
    expect(facts.passed).toEqual({ TERM: 'xterm', TZ: 'UTC' });
    expect([...facts.envNames].sort()).toEqual(['AWS_SECRET_ACCESS_KEY', 'HOME', 'TERM', 'TZ']);
    expect(JSON.stringify(facts)).not.toContain('secret');
    expect(facts.workspace).toMatchObject({ path: join(home, 'app'), uid: caller.uid, gid: caller.gid });
  });
});
