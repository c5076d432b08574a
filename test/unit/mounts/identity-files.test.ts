import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gitConfigFile, identityFiles } from '../../../src/mounts/identity-files.ts';

const ada = { uid: 1000, gid: 1000, groups: [2000], name: 'ada', home: '/home/ada' };
/** A plan with that workspace, as far as git's configuration needs one; `named` are variables the user asked for. */
const at = (target: string, ...named: string[]): Parameters<typeof gitConfigFile>[1] => ({
  workspace: { source: target, target, cwd: target, mode: 'rw' },
  env: [{ name: 'LANG', value: 'C.UTF-8' }, ...named.map((name) => ({ name, from: 'host' as const }))],
});
const nobody = { name: null, email: null };

describe('passwd and group', () => {
  it('hold root, the caller and nobody', () => {
    const { passwd, group } = identityFiles(ada);
    expect(passwd.trim().split('\n')).toEqual([
      'ada:x:1000:1000::/home/ada:/bin/bash',
      'root:x:0:0:root:/root:/bin/bash',
      'nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin',
    ]);
    expect(group.trim().split('\n')).toEqual(['ada:x:1000:', 'group2000:x:2000:ada', 'root:x:0:', 'nogroup:x:65534:']);
  });

  it('hold each id once when the caller is root or nobody', () => {
    const root = identityFiles({ ...ada, uid: 0, gid: 0, name: 'root', home: '/srv/root' });
    expect(root.passwd).toMatch(/^root:x:0:0::\/srv\/root:/);
    expect(root.passwd.match(/:x:0:/g)).toHaveLength(1);
    expect(root.group.match(/:x:0:/g)).toHaveLength(1);
    const other = identityFiles({ ...ada, uid: 65534, gid: 65534, name: 'user' });
    expect(other.passwd.match(/:x:65534:/g)).toHaveLength(1);
  });
});

describe('gitconfig, as git reads it', () => {
  let directory = '';
  beforeAll(() => {
    directory = mkdtempSync('/var/tmp/sandbox-gitconfig-');
  });
  afterAll(() => {
    rmSync(directory, { recursive: true });
  });

  const read = (text: string): Record<string, string> => {
    const file = join(directory, 'config');
    writeFileSync(file, text);
    const output = execFileSync('git', ['config', '-f', file, '--null', '--list'], { encoding: 'utf8' });
    return Object.fromEntries(
      output
        .split('\0')
        .filter((entry) => entry !== '')
        .map((entry) => [entry.slice(0, entry.indexOf('\n')), entry.slice(entry.indexOf('\n') + 1)]),
    );
  };

  it('names the person, the workspace and nothing that runs', () => {
    const gitconfig = gitConfigFile({ name: 'Ada L.', email: 'ada@example.org' }, at('/w'));
    expect(read(gitconfig)).toEqual({
      'user.name': 'Ada L.',
      'user.email': 'ada@example.org',
      'safe.directory': '/w',
      'gc.worktreepruneexpire': 'never',
      'gc.reflogexpire': 'never',
      'gc.reflogexpireunreachable': 'never',
      'commit.gpgsign': 'false',
      'tag.gpgsign': 'false',
    });
  });

  it('has a helper for exactly the forges whose token is passed, and the token nowhere', () => {
    const entries = read(gitConfigFile(nobody, at('/w', 'GITHUB_TOKEN', 'GH_TOKEN', 'OPENAI_API_KEY')));
    const helpers = Object.entries(entries).filter(([key]) => key.startsWith('credential.'));
    expect(helpers.map(([key]) => key)).toEqual(['credential.https://github.com.helper']);
    expect(helpers[0]?.[1]).toContain('"${GH_TOKEN:-${GITHUB_TOKEN:-}}"');
    expect(Object.keys(read(gitConfigFile(nobody, at('/w', 'OPENAI_API_KEY'))))).toHaveLength(6);
  });

  it('answers git for HTTPS on that host alone, and keeps nothing', () => {
    const file = join(directory, 'config');
    writeFileSync(file, gitConfigFile(nobody, at('/w', 'GITLAB_TOKEN')));
    const ask = (action: string, url: string): string => {
      const env = { PATH: process.env['PATH'], HOME: directory, GIT_CONFIG_GLOBAL: file, GIT_CONFIG_NOSYSTEM: '1' };
      const result = spawnSync('git', ['credential', action], {
        cwd: directory,
        input: `url=${url}\n\n`,
        env: { ...env, GITLAB_TOKEN: 'it\'s $(x) a "token"', GIT_TERMINAL_PROMPT: '0' },
        encoding: 'utf8',
      });
      return result.stdout;
    };
    expect(ask('fill', 'https://gitlab.com/a/b.git')).toContain('username=oauth2\npassword=it\'s $(x) a "token"\n');
    for (const url of [
      'http://gitlab.com/',
      'https://gitlab.com.evil.org/',
      'https://evil.org/',
      'https://gitlab.com:8443/',
    ])
      expect(ask('fill', url), url).not.toContain('password');
    for (const action of ['approve', 'reject']) expect(ask(action, 'https://gitlab.com/'), action).toBe('');
  });

  it.each(['/bin/sh', '/bin/bash'])(
    'takes the first token that is not empty, and none with a line break (%s)',
    (shell) => {
      const entries = read(gitConfigFile(nobody, at('/w', 'GH_TOKEN', 'GITHUB_TOKEN')));
      const helper = (entries['credential.https://github.com.helper'] ?? '').replace(/^!/, '');
      const ask = (env: Record<string, string>): string[] => {
        const paths = { PATH: process.env['PATH'], HOME: directory };
        // As git does it.
        const direct = spawnSync(shell, ['-c', `${helper} get`], { env: { ...paths, ...env }, encoding: 'utf8' });
        const git = spawnSync('git', ['credential', 'fill'], {
          cwd: directory,
          input: 'url=https://github.com/a/b.git\n\n',
          env: {
            ...{ ...paths, ...env, GIT_CONFIG_GLOBAL: join(directory, 'config') },
            ...{ GIT_CONFIG_NOSYSTEM: '1', GIT_TERMINAL_PROMPT: '0' },
          },
          encoding: 'utf8',
        });
        expect(git.stdout.includes('password='), git.stderr).toBe(direct.stdout !== '');
        expect(git.stdout).toContain(direct.stdout);
        return [direct.stdout, direct.stderr];
      };
      const answer = (token: string): string[] => [`username=x-access-token\npassword=${token}\n`, ''];
      expect(ask({ GH_TOKEN: 'one', GITHUB_TOKEN: 'two' })).toEqual(answer('one'));
      expect(ask({ GH_TOKEN: '', GITHUB_TOKEN: 'two' })).toEqual(answer('two'));
      expect(ask({ GITHUB_TOKEN: 'two' })).toEqual(answer('two'));
      expect(ask({ GH_TOKEN: '', GITHUB_TOKEN: '' })).toEqual(['', '']);
      for (const token of ['a\nhost=evil.example', 'a\n', '\na', 'a\r', 'a\rb', 'a\r\n'])
        expect(ask({ GH_TOKEN: token }), JSON.stringify(token)).toEqual(['', expect.stringContaining('is not used')]);
    },
  );

  it('leaves an unknown person out', () => {
    expect(gitConfigFile(nobody, at('/w'))).not.toContain('[user]');
  });

  it.each([
    '/a b',
    '/ leading and trailing ',
    '/a"b',
    '/a\\b',
    '/a\\',
    '/a#b;c',
    '/a\nb',
    '/a\tb',
    '/a\rb',
    '/a\r\nb',
    '/a\bb',
    '/a\u001bb',
    '/[core]\n\tfsmonitor = touch /tmp/x',
    '/🚀 ü',
    "/it's",
    '/$(x)`y`',
  ])('case 33: safe.directory is exactly %j', (path) => {
    expect(read(gitConfigFile({ name: path, email: null }, at(path)))).toMatchObject({
      'safe.directory': path,
      'user.name': path,
    });
    expect(Object.keys(read(gitConfigFile(nobody, at(path))))).toHaveLength(6);
  });
});
