import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { leftovers } from '../support/engine.ts';
import { HookedLaunch } from '../support/hooked-launch.ts';
import { finish, makePerson } from '../support/person.ts';
import type { Person, RunOptions } from '../support/person.ts';
import { installProduct } from '../support/product.ts';

const product = installProduct();

const git = (cwd: string, ...args: string[]): void => {
  execFileSync(
    'git',
    [
      '-c',
      'user.name=T',
      '-c',
      'user.email=t@example.org',
      '-c',
      'protocol.file.allow=always',
      '-c',
      'safe.directory=*',
      ...args,
    ],
    { cwd, stdio: 'pipe' },
  );
};

describe.each([makePerson('root'), makePerson('user')])('$label', (person) => {
  const command = (args: readonly string[], options: RunOptions = {}, who: Person = person) =>
    who.run([process.execPath, product.cli, ...args], options);
  const own = (path: string): void => {
    execFileSync('chown', ['-R', '-h', `${person.uid}:${person.gid}`, '--', path]);
  };

  describe('is refused with one clear line and the code', () => {
    it.each<[string, readonly string[], number, string, RunOptions?]>([
      ['an unknown agent', ['launch', 'emacs'], 64, 'UNKNOWN_AGENT'],
      ['a prototype’s name', ['launch', 'constructor'], 64, 'UNKNOWN_AGENT'],
      ['a path as agent', ['launch', '../../x'], 64, 'UNKNOWN_AGENT'],
      ['an unknown flag', ['launch', 'shell', '--privileged'], 64, 'UNKNOWN_OPTION'],
      ['a flag not yet built', ['launch', 'shell', '--skills-server'], 64, 'UNKNOWN_OPTION'],
      ['an unknown command', ['lunch'], 64, 'UNKNOWN_COMMAND'],
      ['a bad value', ['launch', 'shell', '--memory', 'lots'], 64, 'BAD_VALUE'],
      ['the workspace /', ['launch', 'shell', '-w', '/'], 77, 'WORKSPACE_REFUSED'],
      ['a missing workspace', ['launch', 'shell', '-w', '/nowhere/at/all'], 64, 'PATH_NOT_FOUND'],
      ['a file as workspace', ['launch', 'shell', '-w', '/etc/hostname'], 64, 'NOT_A_DIRECTORY'],
      ['a mount over the system', ['launch', 'shell', '--mount', '/usr/share:/usr/bin'], 77, 'TARGET_REFUSED'],
      ['a remote engine', ['launch', 'shell'], 69, 'ENGINE_REMOTE', { env: { DOCKER_HOST: 'ssh://somewhere' } }],
      [
        'an engine over TCP',
        ['launch', 'shell'],
        69,
        'ENGINE_REMOTE',
        { env: { DOCKER_HOST: 'tcp://127.0.0.1:2375' } },
      ],
      ['no engine', ['launch', 'shell'], 69, 'ENGINE_', { env: { DOCKER_HOST: 'unix:///var/tmp/no-such.sock' } }],
      ['a report in no directory', ['launch', 'shell', '--report', '/nowhere/r.json'], 64, 'BAD_VALUE'],
      ['a variable of ours', ['launch', 'shell', '-e', 'HOME=/x'], 64, 'BAD_VALUE'],
      ['a loader hook by name', ['launch', 'shell', '-e', 'LD_PRELOAD'], 64, 'BAD_VALUE', { env: { LD_PRELOAD: '' } }],
    ])('%s', async (_, args, code, name, options) => {
      const result = await command(args, options);
      expect(result).toMatchObject({ code, stdout: '' });
      expect(result.stderr).toContain(`[${name}`);
      expect(result.stderr).not.toContain('    at ');
    });

    it('$HOME, what is above it, and what holds a config directory', async () => {
      person.directory('.codex');
      expect(await command(['launch', 'codex', '-w', person.home])).toMatchObject({
        code: 77,
        stderr: expect.stringContaining('WORKSPACE_REFUSED'),
      });
      expect(await command(['launch', 'codex', '-w', join(person.home, '..')])).toMatchObject({
        code: 77,
        stderr: expect.stringContaining('WORKSPACE_REFUSED'),
      });
      expect(await command(['launch', 'codex'], { cwd: person.home })).toMatchObject({
        code: 77,
        stderr: expect.stringContaining('WORKSPACE_REFUSED'),
      });
      for (const inside of ['.codex/sub', '.claude/x', '.pi/agent', '.ssh/keys', '.agents']) {
        const path = person.directory(inside);
        const result = await command(['launch', 'codex', '-w', path]);
        expect(result, inside).toMatchObject({ code: 77, stdout: '' });
      }
    });

    it('JSON on stdout when asked for', async () => {
      const result = await command(['plan', 'emacs', '--json']);
      expect(result.code).toBe(64);
      expect(JSON.parse(result.stdout)).toMatchObject({
        schema: 'sandbox/1',
        outcome: 'failed',
        error: { code: 'UNKNOWN_AGENT', message: expect.any(String), hint: expect.any(String) },
      });
      const refused = await command(['check', 'shell', '-w', '/', '--json']);
      expect(JSON.parse(refused.stdout)).toMatchObject({ outcome: 'refused', error: { code: 'WORKSPACE_REFUSED' } });
    });

    it('shared skills that are a file, or a link to /etc', async () => {
      const other = makePerson(person.label === 'root' ? 'root' : 'user');
      other.file('.agents/skills', 'a file');
      expect(await command(['launch', 'shell', '--', 'true'], {}, other)).toMatchObject({
        code: 77,
        stderr: expect.stringContaining('SKILLS_REFUSED'),
      });
      const linked = makePerson(person.label === 'root' ? 'root' : 'user');
      linked.directory('.agents');
      symlinkSync('/etc', join(linked.home, '.agents/skills'));
      expect(await command(['launch', 'shell', '--', 'true'], {}, linked)).toMatchObject({
        code: 77,
        stderr: expect.stringMatching(/skills.*\/etc[\s\S]*SKILLS_REFUSED/),
      });
    });

    it('a config directory that is a link to another agent’s', async () => {
      const other = makePerson(person.label === 'root' ? 'root' : 'user');
      other.directory('.claude');
      symlinkSync(join(other.home, '.claude'), join(other.home, '.codex'));
      expect(await command(['check', 'codex'], {}, other)).toMatchObject({
        code: 77,
        stderr: expect.stringContaining('[SOURCE_'),
      });
    });

    it('a workspace nested in a live session’s, either way, unless allowed', async () => {
      const below = person.directory('work/project/below');
      const holder = new HookedLaunch(
        product,
        person,
        ['after-ready'],
        ['launch', 'shell', '--', 'sh', '-c', 'until [ -e enough ]; do sleep 0.1; done'],
      );
      await holder.reached('after-ready');
      const nested = await command(['launch', 'shell', '-w', below, '--', 'true']);
      expect(nested).toMatchObject({ code: 77, stderr: expect.stringContaining('WORKSPACE_NESTED') });
      const allowed = await command(['launch', 'shell', '-w', below, '--allow-nested', '--', 'true']);
      expect(allowed.code).toBe(0);
      const equal = await command(['launch', 'shell', '--', 'true']);
      expect(equal.code).toBe(0);
      expect(equal.stderr).toMatch(/session .*shell|shell.*session/);
      person.file('work/project/enough', '');
      holder.goOn('after-ready');
      expect((await holder.result).code).toBe(0);
    });
  });

  describe('git', () => {
    it('a work tree’s root is the default workspace, and the session starts where one is', async () => {
      const repository = person.directory('git/repo');
      git(repository, 'init', '-q');
      const sub = person.directory('git/repo/sub');
      own(repository);
      const result = await command(
        ['launch', 'shell', '--', 'sh', '-c', 'pwd; cd ..; pwd; git status --short; git config user.name; echo $?'],
        { cwd: sub },
      );
      expect(result).toMatchObject({ code: 0, stdout: expect.stringMatching(new RegExp(`^${sub}\n${repository}\n`)) });
    });

    it('a real linked worktree works: commit, log, worktree list', async () => {
      const main = person.directory('git/main');
      git(main, 'init', '-q', '-b', 'trunk');
      person.file('git/main/a', '1');
      git(main, 'add', '.');
      git(main, 'commit', '-qm', 'one');
      git(main, 'worktree', 'add', '-q', '../linked', '-b', 'side');
      own(join(person.home, 'git'));
      const cwd = join(person.home, 'git/linked');
      const script =
        'set -e; echo 2 > b; git add b; git -c user.name=A -c user.email=a@example.org commit -qm two; git log --format=%s; git worktree list | wc -l; touch ../main/.git/hooks/x 2>&1 || echo hooks kept; git config core.pager x 2>&1 || echo config kept';
      const result = await command(['launch', 'shell', '--', 'sh', '-c', script], { cwd });
      expect(result).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/^two\none\n2\n[\s\S]*hooks kept[\s\S]*config kept/),
      });
      expect(
        execFileSync('git', ['-c', 'safe.directory=*', 'log', '--format=%s', 'side'], { cwd: main }).toString(),
      ).toBe('two\none\n');
    });

    it('a submodule works: its superproject is the workspace', async () => {
      const inner = person.directory('git/inner');
      git(inner, 'init', '-q');
      person.file('git/inner/a', '1');
      git(inner, 'add', '.');
      git(inner, 'commit', '-qm', 'inner');
      const outer = person.directory('git/outer');
      git(outer, 'init', '-q');
      git(outer, 'submodule', '--quiet', 'add', inner, 'sub');
      own(join(person.home, 'git'));
      const result = await command(['launch', 'shell', '--', 'sh', '-c', 'pwd; git log --format=%s'], {
        cwd: join(outer, 'sub'),
      });
      expect(result).toMatchObject({ code: 0, stdout: `${join(outer, 'sub')}\ninner\n` });
    });

    it('a planted .git file naming another repository is refused', async () => {
      const victim = person.directory('git/victim');
      git(victim, 'init', '-q');
      person.directory('git/planted');
      person.file('git/planted/.git', `gitdir: ${victim}/.git\n`);
      own(join(person.home, 'git'));
      const result = await command(['launch', 'shell', '--', 'true'], { cwd: join(person.home, 'git/planted') });
      expect(result).toMatchObject({ code: 77, stderr: expect.stringContaining('GIT_POINTER_REFUSED') });
    });
  });

  describe('is accepted', () => {
    it('a project of umask 002', async () => {
      const team = person.directory('team/project');
      execFileSync('chmod', ['775', '--', join(person.home, 'team'), team]);
      expect((await command(['launch', 'shell', '--', 'touch', 'x'], { cwd: team })).code).toBe(0);
    });

    it('a workspace under /tmp', async () => {
      const path = execFileSync('mktemp', ['-d', '/tmp/sandbox-ws-XXXXXX']).toString().trim();
      chownSync(path, person.uid, person.gid);
      const result = await command(['launch', 'shell', '--', 'sh', '-c', 'pwd; touch f; ls -A /tmp'], { cwd: path });
      expect(result).toMatchObject({ code: 0, stdout: expect.stringMatching(new RegExp(`^${path}\n`)) });
      expect(existsSync(join(path, 'f'))).toBe(true);
      execFileSync('rm', ['-r', '--', path]);
    });

    it('two sessions in one workspace at once', async () => {
      const results = await Promise.all([1, 2].map(() => command(['launch', 'shell', '--', 'sleep', '1'])));
      expect(results.map(({ code }) => code)).toEqual([0, 0]);
    });
  });

  it('leaves nothing behind', async () => {
    expect(await leftovers(person)).toEqual({ containers: [], sessions: [] });
  });
});

describe('an ordinary user', () => {
  const person = makePerson('user');

  it('who may not use the engine is told about the docker group', async () => {
    const started = spawn(
      'setpriv',
      ['--reuid=1000', '--regid=1000', '--clear-groups', '--', process.execPath, product.cli, 'launch', 'shell'],
      { cwd: person.project, env: person.env() },
    );
    expect(await finish(started)).toMatchObject({
      code: 69,
      stderr: expect.stringMatching(/docker[\s\S]*ENGINE_NO_PERMISSION/),
    });
  });
});
