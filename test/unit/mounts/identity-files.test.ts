import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gitConfigFile, identityFiles } from '../../../src/mounts/identity-files.ts';

const ada = { uid: 1000, gid: 1000, groups: [2000], name: 'ada', home: '/home/ada' };
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
    const gitconfig = gitConfigFile({ name: 'Ada L.', email: 'ada@example.org' }, '/w');
    expect(read(gitconfig)).toEqual({
      'user.name': 'Ada L.',
      'user.email': 'ada@example.org',
      'safe.directory': '/w',
      'gc.worktreepruneexpire': 'never',
      'commit.gpgsign': 'false',
      'tag.gpgsign': 'false',
    });
  });

  it('leaves an unknown person out', () => {
    expect(gitConfigFile(nobody, '/w')).not.toContain('[user]');
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
    expect(read(gitConfigFile({ name: path, email: null }, path))).toMatchObject({
      'safe.directory': path,
      'user.name': path,
    });
    expect(Object.keys(read(gitConfigFile(nobody, path)))).toHaveLength(4);
  });
});
