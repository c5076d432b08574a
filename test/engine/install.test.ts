import { spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runProgram } from '../support/shell.ts';

const root = join(import.meta.dirname, '..', '..');
let work: string;
let home: string;
let prefix: string;
let clone: string;

/**
 * A clone with install.sh and just enough to build, and an `npm` whose `ci` does nothing and whose `run build` writes a
 * program: the registry is not what these tests are about.
 */
beforeEach(() => {
  work = mkdtempSync('/var/tmp/sandbox-install-');
  [home, prefix, clone] = [join(work, 'home'), join(work, "it's a prefix"), join(work, 'clone')];
  mkdirSync(home);
  for (const path of ['install.sh', 'LICENSE', 'scripts/ensure-engine.sh']) {
    mkdirSync(dirname(join(clone, path)), { recursive: true });
    cpSync(join(root, path), join(clone, path));
  }
  file(join(clone, 'package.json'), '{"name":"sandbox","type":"module"}');
  file(join(clone, 'package-lock.json'), '{}');
  file(join(clone, 'src/cli.ts'), '');
  file(join(clone, 'battery/gate.sh'), '#!/bin/sh\n', 0o755);
  file(join(clone, 'battery/check.ts'), '');
  file(join(clone, 'images/base/Dockerfile'), 'FROM scratch\n');
  file(join(clone, 'node_modules/big/index.js'), '');
  file(join(clone, '.git/config'), '');
  stub('npm', BUILD);
});

afterEach(() => {
  rmSync(work, { recursive: true, force: true });
});

/** The program that brings the skills and the share together is the real one. */
const BUILD = `#!/bin/sh
case $1 in ci) [ ! -e node_modules ] || exit 9 ;; run) mkdir -p dist && cp '${join(root, 'dist/share.mjs')}' dist/ &&
printf 'if (process.argv[2] === "--version") console.log("1"); else console.log(JSON.stringify(process.argv.slice(2)));' >dist/cli.js ;; esac
`;

function file(path: string, content: string, mode = 0o644): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  chmodSync(path, mode);
}

const stub = (name: string, content: string): void => {
  file(join(work, 'stubs', name), content, 0o755);
};

const environment = (): Record<string, string> => ({
  HOME: home,
  SANDBOX_SHARE: join(work, 'share'),
  PATH: `${join(work, 'stubs')}:${process.env['PATH'] ?? ''}`,
});

const install = (...args: string[]) =>
  runProgram(['sh', join(clone, 'install.sh'), '--prefix', prefix, ...args], { env: environment() });

/** Everything below a directory, links as links; a version's name is left out, because each has another. */
const tree = (directory: string): string[] =>
  existsSync(directory)
    ? (readdirSync(directory, { recursive: true }) as string[])
        .map((path) => path.replace(/versions\/\d{8}T\d{6}Z-\d+/, 'versions/ID'))
        .sort()
    : [];

const versions = (): string[] => readdirSync(join(prefix, 'lib/sandbox/versions')).sort();
const inForce = (): string =>
  /versions\/([^/]+)\//.exec(readFileSync(join(prefix, 'bin/sandbox'), 'utf8'))?.[1] ?? 'none';
/** The next build makes another program. */
const change = (mark: string): void => stub('npm', BUILD.replace('"1"', JSON.stringify(mark)));

describe('install.sh', () => {
  test('installs a copy, twice, and removes exactly that', () => {
    const first = install();
    expect(first.stderr).toContain('not on your PATH');
    expect(first.code).toBe(0);
    const installed = tree(prefix);
    expect(installed).toEqual([
      'bin',
      'bin/sandbox',
      'lib',
      'lib/sandbox',
      'lib/sandbox/.installed',
      'lib/sandbox/versions',
      'lib/sandbox/versions/ID',
      ...[
        'LICENSE',
        'battery',
        'battery/gate.sh',
        'dist',
        'dist/cli.js',
        'dist/share.mjs',
        'images',
        'images/base',
        'images/base/Dockerfile',
        'package.json',
        'scripts',
        'scripts/ensure-engine.sh',
      ].map((path) => `lib/sandbox/versions/ID/${path}`),
      'share',
      'share/bash-completion',
      'share/bash-completion/completions',
      'share/bash-completion/completions/sandbox',
      'share/fish',
      'share/fish/vendor_completions.d',
      'share/fish/vendor_completions.d/sandbox.fish',
      'share/zsh',
      'share/zsh/site-functions',
      'share/zsh/site-functions/_sandbox',
    ]);
    expect(readFileSync(join(prefix, 'bin/sandbox'), 'utf8').split('\n')).toHaveLength(3);

    // The clone may go away, and arguments arrive untouched.
    const args = ['a b', '', "it's", '$(id)', '--', '-x'];
    rmSync(join(clone, 'src'), { recursive: true });
    const ran = runProgram([join(prefix, 'bin/sandbox'), ...args], { env: { PATH: '/nonexistent' } });
    expect(JSON.parse(ran.stdout)).toEqual(args);

    expect(install().code).toBe(0);
    expect(tree(prefix)).toEqual(installed);

    file(join(home, '.agents/skills/mine/SKILL.md'), 'mine');
    const removed = install('--uninstall');
    expect(removed.code).toBe(0);
    expect(existsSync(prefix)).toBe(false);
    expect(readFileSync(join(home, '.agents/skills/mine/SKILL.md'), 'utf8')).toBe('mine');
    expect(install('--uninstall').code).toBe(0);
  });

  test('uninstalling keeps what others put below the prefix', () => {
    file(join(prefix, 'bin/other'), '');
    expect(install().code).toBe(0);
    expect(install('--uninstall').code).toBe(0);
    expect(tree(prefix)).toEqual(['bin', 'bin/other']);
  });

  test('puts completion where the shells look, but not over a file of someone else', () => {
    const [bash, fish] = ['bash-completion/completions/sandbox', 'fish/vendor_completions.d/sandbox.fish'].map((path) =>
      join(prefix, 'share', path),
    ) as [string, string];
    file(fish, 'not yours\n');
    expect(install().stderr).toContain(`${fish} was not made by this program; left alone`);
    expect(readFileSync(bash, 'utf8').split('\n')[0]).toBe('["completion","bash"]');
    expect(install().code).toBe(0);
    expect(install('--uninstall').code).toBe(0);
    expect(tree(prefix).filter((path) => statSync(join(prefix, path)).isFile())).toEqual([
      'share/fish/vendor_completions.d/sandbox.fish',
    ]);
  });

  test('leaves the clone as it was', () => {
    const before = tree(clone);
    expect(install().code).toBe(0);
    expect(tree(clone)).toEqual(before);
  });

  test.each(['lib/sandbox/keep', 'bin/sandbox'])('refuses when %s is not ours', (path) => {
    file(join(prefix, path), 'precious');
    const { code, stderr } = install();
    expect(code).toBe(77);
    expect(stderr).toContain('not made by this program');
    expect(install('--uninstall').code).toBe(0);
    expect(readFileSync(join(prefix, path), 'utf8')).toBe('precious');
  });

  test('a failing build changes nothing that is installed', () => {
    expect(install().code).toBe(0);
    stub('npm', '#!/bin/sh\nexit 1\n');
    expect(install().code).toBe(69);
    expect(runProgram([join(prefix, 'bin/sandbox'), 'x']).stdout).toBe('["x"]\n');
    expect(tree(join(prefix, 'lib')).filter((path) => path.startsWith('.'))).toEqual([]);
  });

  test.each(['SIGTERM', 'SIGINT', 'SIGKILL'] as const)('interrupted by %s, a second run finishes', async (signal) => {
    stub('npm', `#!/bin/sh\ntouch ${join(work, 'reached')}\nexec sleep 3\n`);
    const child = spawn('sh', [join(clone, 'install.sh'), '--prefix', prefix], {
      stdio: 'ignore',
      env: environment(),
      detached: true,
    });
    while (!existsSync(join(work, 'reached'))) await sleep(20);
    process.kill(-(child.pid ?? 0), signal);
    await once(child, 'exit');
    stub('npm', BUILD);
    expect(install().code).toBe(0);
    expect(runProgram([join(prefix, 'bin/sandbox')]).stdout).toBe('[]\n');
    expect(readdirSync(join(prefix, 'lib'))).toEqual(['sandbox']);
  });

  test('the same again changes nothing; another version keeps one back, and removes what is older', () => {
    expect(install().code).toBe(0);
    const [first = ''] = versions();
    expect(install().stderr).toContain('installed already');
    expect(versions()).toEqual([first]);
    change('2');
    expect(install().code).toBe(0);
    const second = inForce();
    expect(versions()).toEqual([first, second].sort());
    expect(runProgram([join(prefix, 'bin/sandbox'), '--version']).stdout).toBe('2\n');
    change('3');
    expect(install().code).toBe(0);
    expect(versions()).toEqual([second, inForce()].sort());
  });

  test('a version that a process runs from, or has a part of mounted, stays until it ends; no uninstalling meanwhile', async () => {
    file(join(clone, 'skills/own/SKILL.md'), 'ours');
    expect(install().code).toBe(0);
    const first = inForce();
    const program = join(prefix, 'lib/sandbox/versions', first);
    const running = spawn('sh', ['-c', 'sleep 60; :', join(program, 'dist/cli.js')], { detached: true });
    // As a session has it: its own mount namespace, a bind of the skill, no word of it on a command line.
    const bound = spawn(
      'unshare',
      ['-m', 'sh', '-c', 'mount --bind "$SKILL" "$AT" && touch "$AT.bound" && sleep 60; :'],
      {
        env: { ...process.env, SKILL: join(program, 'skills/own'), AT: home },
        detached: true,
      },
    );
    const end = (child: typeof running): Promise<unknown> => {
      process.kill(-(child.pid ?? 0), 'SIGKILL');
      return once(child, 'exit');
    };
    try {
      while (process.getuid?.() === 0 && !existsSync(`${home}.bound`)) await sleep(20);
      const upgrade = (mark: string): string => {
        change(mark);
        const { code, stderr } = install();
        expect(code).toBe(0);
        return stderr;
      };
      upgrade('2');
      expect(upgrade('3')).toContain('kept for what still runs from it');
      expect(install('--uninstall').code).toBe(69);
      await end(running);
      if (process.getuid?.() === 0) {
        expect(upgrade('4')).toContain('kept for what still runs from it');
        expect(readFileSync(join(program, 'skills/own/SKILL.md'), 'utf8')).toBe('ours');
      }
      await end(bound);
      upgrade('5');
      expect(versions()).not.toContain(first);
      expect(install('--uninstall').code).toBe(0);
      expect(existsSync(prefix)).toBe(false);
    } finally {
      for (const child of [running, bound]) if (child.exitCode === null && child.signalCode === null) await end(child);
    }
  });

  test('while it is upgraded again and again, the command always answers', async () => {
    expect(install().code).toBe(0);
    const command = join(prefix, 'bin/sandbox');
    const loop = spawn(
      'sh',
      ['-c', 'while [ ! -e "$1" ]; do "$0" --version >/dev/null || echo failed; done', command, join(work, 'enough')],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    const said: Buffer[] = [];
    loop.stdout.on('data', (chunk: Buffer) => said.push(chunk));
    for (const mark of ['2', '3', '4']) {
      change(mark);
      const child = spawn('sh', [join(clone, 'install.sh'), '--prefix', prefix], {
        stdio: 'ignore',
        env: environment(),
      });
      expect(await once(child, 'exit')).toEqual([0, null]);
    }
    file(join(work, 'enough'), '');
    await once(loop, 'exit');
    expect(Buffer.concat(said).toString()).toBe('');
  });

  /** Programs that change something below the prefix, killed before and after each of their calls. */
  test('killed before or after any change, the command answers, and a second run finishes', () => {
    const counted = (n: number, mode: string): void => {
      for (const name of ['mv', 'mkdir', 'cp', 'chmod', 'rm']) {
        stub(
          name,
          `#!/bin/sh
count=$(($(/bin/cat ${join(work, 'count')} 2>/dev/null || echo 0) + 1)); echo $count >${join(work, 'count')}
[ ${mode} != before ] || [ $count -ne ${n} ] || { kill -9 $PPID; exit 1; }
PATH=/usr/bin:/bin ${name} "$@"; code=$?
[ ${mode} != after ] || [ $count -ne ${n} ] || kill -9 $PPID
exit $code
`,
        );
      }
    };
    const plain = (): void => {
      for (const name of ['mv', 'mkdir', 'cp', 'chmod', 'rm']) rmSync(join(work, 'stubs', name), { force: true });
    };
    // What npm's stub changes is none of the installer's changes.
    const build = (mark: string): void =>
      stub('npm', BUILD.replace('#!/bin/sh', '#!/bin/sh\nPATH=/usr/bin:/bin').replace('"1"', JSON.stringify(mark)));
    build('1');
    expect(install().code).toBe(0);
    let killed = 0;
    let mark = 1;
    for (const mode of ['before', 'after']) {
      for (let n = 1; n < 100; n++) {
        mark += 1;
        build(`v${mark}`);
        rmSync(join(work, 'count'), { force: true });
        counted(n, mode);
        const { code } = install();
        plain();
        if (code === 0 && Number(readFileSync(join(work, 'count'), 'utf8')) < n) break;
        killed += 1;
        expect(runProgram([join(prefix, 'bin/sandbox'), '--version']).stdout, `${mode} ${n}`).toMatch(/^(v\d+|1)\n$/);
        expect(install().code, `${mode} ${n}`).toBe(0);
        expect(runProgram([join(prefix, 'bin/sandbox'), '--version']).stdout).toBe(`v${mark}\n`);
        expect(readdirSync(join(prefix, 'lib'))).toEqual(['sandbox']);
        expect(versions().length).toBeLessThanOrEqual(2);
      }
    }
    expect(killed).toBeGreaterThan(20);
    for (let n = 1; n < 30; n++) {
      rmSync(join(work, 'count'), { force: true });
      counted(n, 'after');
      const { code } = install('--uninstall');
      plain();
      expect(install('--uninstall').code).toBe(0);
      // Cut off in its last moment, it cannot know any more which empty directories were its own.
      expect(
        tree(prefix).filter((path) => path !== 'lib'),
        `uninstall ${n}`,
      ).toEqual([]);
      if (code === 0) break;
      rmSync(prefix, { recursive: true, force: true });
      expect(install().code).toBe(0);
    }
  }, 300_000);

  test.each([
    ['dash', []],
    ['bash', []],
    ['bash', ['--posix']],
    ['busybox', ['sh']],
  ] as const)('%s %j runs it, from a file and through a pipe, under any umask', (shell, args) => {
    if (runProgram(['sh', '-c', `command -v ${shell}`]).code !== 0) {
      console.warn(`${shell} is not installed: not tried`);
      return;
    }
    const run = (script: string, ...rest: string[]) =>
      runProgram(['sh', '-c', script, shell, ...rest], { env: { ...environment(), CLONE: clone }, cwd: work });
    const before = tree(clone);
    for (const script of [
      `umask 077; exec ${shell} ${args.join(' ')} "$CLONE/install.sh" "$@"`,
      `umask 077; cd "$CLONE" && cat install.sh | ${shell} ${args.join(' ')} -s -- "$@"`,
    ]) {
      expect(run(script, '--prefix', prefix)).toMatchObject({ code: 0 });
      const program = join(prefix, 'lib/sandbox/versions', inForce());
      expect(statSync(join(program, 'dist/cli.js')).mode & 0o777).toBe(0o644);
      expect(statSync(join(prefix, 'bin/sandbox')).mode & 0o777).toBe(0o755);
      expect(runProgram([join(prefix, 'bin/sandbox'), '--version']).stdout).toBe('1\n');
      expect(run(script, '--prefix', prefix, '--uninstall')).toMatchObject({ code: 0 });
      expect(existsSync(prefix)).toBe(false);
      expect(tree(clone)).toEqual(before);
    }
  });

  test('through a pipe, what runs inside does not eat the script', () => {
    stub('npm', BUILD.replace('case', 'cat >/dev/null; case'));
    const argv = ['sh', '-c', 'cd "$1" && cat install.sh | sh -s -- --prefix "$2"', 'sh', clone, prefix] as const;
    expect(runProgram(argv, { env: environment() })).toMatchObject({ code: 0 });
    expect(runProgram([join(prefix, 'bin/sandbox'), 'x']).stdout).toBe('["x"]\n');
  });

  test('through a pipe elsewhere than in a clone, refuses, and builds no other project that is there', () => {
    const other = join(work, 'other');
    file(join(other, 'package.json'), '{"name":"other"}');
    file(join(other, 'package-lock.json'), '{}');
    const argv = [
      'sh',
      '-c',
      'cd "$1" && cat "$2" | sh -s -- --prefix "$3"',
      'sh',
      other,
      join(clone, 'install.sh'),
      prefix,
    ] as const;
    const { code, stderr } = runProgram(argv, { env: environment() });
    expect([code, stderr]).toEqual([64, expect.stringContaining('must be run from a clone')]);
    expect(existsSync(prefix)).toBe(false);
  });

  test('without HOME the password database says where home is; CDPATH leads nowhere', () => {
    stub('getent', `#!/bin/sh\necho "ada:x:0:0::${home}:/bin/sh"\n`);
    mkdirSync(join(work, 'trap/clone'), { recursive: true });
    const argv = ['sh', 'clone/install.sh', '--prefix', prefix] as const;
    const env = { PATH: environment()['PATH'] ?? '', CDPATH: join(work, 'trap') };
    const { code, stderr } = runProgram(argv, { env, cwd: work });
    expect([code, stderr]).toEqual([0, expect.stringContaining(`taken to be ${home}`)]);
    expect(statSync(join(home, '.agents/skills')).isDirectory()).toBe(true);
    for (const wrong of ['', 'relative'])
      expect(runProgram(argv, { env: { ...env, HOME: wrong }, cwd: work }).code).toBe(64);
  });

  test('a clone, a home and a prefix with quotes and spaces in their names', () => {
    const odd = join(work, `o'dd "$(id)" & ;clone`);
    cpSync(clone, odd, { recursive: true });
    const [place, oddHome] = [join(work, `pre"fix' $HOME *`), join(work, `h'o me`)];
    mkdirSync(oddHome);
    const env = { ...environment(), HOME: oddHome };
    expect(runProgram(['sh', join(odd, 'install.sh'), '--prefix', place], { env })).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('installed'),
    });
    expect(runProgram([join(place, 'bin/sandbox'), 'x']).stdout).toBe('["x"]\n');
    expect(existsSync(join(oddHome, '.agents/skills'))).toBe(true);
    expect(runProgram(['sh', join(odd, 'install.sh'), '--prefix', place, '--uninstall'], { env }).code).toBe(0);
    expect(existsSync(place)).toBe(false);
  });

  test.skipIf(process.getuid?.() !== 0)('a prefix this user cannot write ends at once, and says what to do', () => {
    for (const path of ['.', 'lib', 'bin']) mkdirSync(join(prefix, path), { recursive: true });
    for (const path of [work, home]) chmodSync(path, 0o755);
    const run = () =>
      runProgram(
        [
          'setpriv',
          '--reuid=1000',
          '--regid=1000',
          '--clear-groups',
          'sh',
          join(clone, 'install.sh'),
          '--prefix',
          prefix,
        ],
        { env: environment() },
      );
    expect(run()).toMatchObject({ code: 69, stderr: expect.stringContaining('choose a --prefix of your own') });
    expect(run().stderr).not.toContain('building');
    runProgram(['chown', '1000:1000', join(prefix, 'lib')]);
    expect(run()).toMatchObject({
      code: 69,
      stderr: expect.stringContaining(`cannot write to ${join(prefix, 'bin')}`),
    });
    expect(run().stderr).not.toContain('building');
    expect(readdirSync(join(prefix, 'lib'))).toEqual([]);
  });

  test('uninstalling leaves a link to the share that works, and puts a directory where ours dangles', () => {
    const share = join(work, 'share');
    mkdirSync(join(home, '.agents'));
    mkdirSync(join(share, '.agents/skills'), { recursive: true });
    const skills = join(home, '.agents/skills');
    symlinkSync(join(share, '.agents/skills'), skills);
    const remove = () =>
      runProgram(['sh', join(clone, 'install.sh'), '--prefix', prefix, '--uninstall'], {
        env: { ...environment(), SANDBOX_SHARE: share },
      });
    expect(remove().stderr).toContain('works without this program');
    expect(readlinkSync(skills)).toBe(join(share, '.agents/skills'));
    rmSync(share, { recursive: true });
    expect(remove().stderr).toContain('it is an empty directory now');
    expect(statSync(skills).mode & 0o777).toBe(0o700);
    rmSync(skills, { recursive: true });
    symlinkSync('/nowhere', skills);
    expect(remove().stderr).toContain('kept');
    expect(readlinkSync(skills)).toBe('/nowhere');
  });

  test('one at a time', () => {
    file(join(prefix, 'lib/.sandbox-install/pid'), String(process.pid));
    const { code, stderr } = install();
    expect(code).toBe(69);
    expect(stderr).toContain('another installation is running');
  });

  test('makes ~/.agents/skills for the user alone', () => {
    expect(install().code).toBe(0);
    expect(statSync(join(home, '.agents/skills')).mode & 0o777).toBe(0o700);
    expect(statSync(join(home, '.agents')).mode & 0o777).toBe(0o700);
  });

  test('never touches ~/.agents/skills when something is there', () => {
    mkdirSync(join(home, '.agents'));
    symlinkSync('/nowhere', join(home, '.agents/skills'));
    expect(install().stderr).toContain('is a link to /nowhere; left alone');
    expect(readlinkSync(join(home, '.agents/skills'))).toBe('/nowhere');
    rmSync(join(home, '.agents/skills'));
    file(join(home, '.agents/skills'), 'a file');
    expect(install().stderr).toContain('is not a directory of yours; left alone');
    expect(readFileSync(join(home, '.agents/skills'), 'utf8')).toBe('a file');
    rmSync(join(home, '.agents/skills'));
    mkdirSync(join(home, '.agents/skills'), { mode: 0o755 });
    expect(install().stderr).toContain('is there; left alone');
    expect(statSync(join(home, '.agents/skills')).mode & 0o777).toBe(0o755);
  });

  test('with a share, moves the skills there, and leaves them to the user when removed', () => {
    mkdirSync(join(work, 'share'));
    file(join(home, '.agents/skills/mine/SKILL.md'), 'mine');
    const { code, stderr } = install();
    expect(code).toBe(0);
    expect(stderr).toContain('copied to the share: mine');
    const shared = join(work, 'share/.agents/skills');
    expect(readlinkSync(join(home, '.agents/skills'))).toBe(shared);
    expect(install().stderr).not.toContain('copied');
    expect(install('--uninstall').stderr).toContain(`a link to ${shared}`);
    expect(readFileSync(join(home, '.agents/skills/mine/SKILL.md'), 'utf8')).toBe('mine');
    const backup = tree(join(home, '.agents')).find((path) => /^skills\.backup-[^/]+$/.test(path));
    expect(readFileSync(join(home, '.agents', backup ?? '', 'mine/SKILL.md'), 'utf8')).toBe('mine');
  });

  test('a share that cannot be used does not end the installation', () => {
    file(join(work, 'share'), 'a file');
    const { code, stderr } = install();
    expect(code).toBe(0);
    expect(stderr).toContain('warning:');
    expect(statSync(join(home, '.agents/skills')).isDirectory()).toBe(true);
  });

  test('without a Node that is new enough, and without consent, says what to do', () => {
    stub('node', '#!/bin/sh\nexit 1\n');
    stub('nodejs', '#!/bin/sh\nexit 1\n');
    stub('apt-cache', "#!/bin/sh\necho '  Candidate: 18.20.4+dfsg-1'\n");
    const { code, stderr } = install();
    expect(code).toBe(69);
    expect(stderr).toMatch(/Node 20\.19 or newer is needed/);
    expect(readdirSync(join(prefix, 'lib'))).toEqual([]);
  });

  test('takes the distribution package when it is new enough, and asks first', () => {
    stub('node', '#!/bin/sh\nexit 1\n');
    stub('nodejs', '#!/bin/sh\nexit 1\n');
    stub('apt-cache', "#!/bin/sh\necho '  Candidate: 1:20.19.2+dfsg-1'\n");
    stub('apt-get', `#!/bin/sh\necho "$*" >${join(work, 'apt')}\nrm ${join(work, 'stubs/node')}\n`);
    stub('sudo', '#!/bin/sh\nwhile [ "$1" = -n ]; do shift; done\nexec "$@"\n');
    expect(install().code).toBe(69);
    expect(existsSync(join(work, 'apt'))).toBe(false);
    expect(install('--yes').code).toBe(0);
    expect(readFileSync(join(work, 'apt'), 'utf8')).toContain('install -y --no-install-recommends nodejs npm');
  });

  test.each([
    [['--help'], 0, /^Usage/],
    [['--nonsense'], 64, /unknown argument/],
    [['--prefix'], 64, /needs a directory/],
    [['--prefix', '/var/tmp/back\\slash'], 64, /backslash/],
    [['--prefix', '/var/tmp/line\nbreak'], 64, /line break/],
  ])('%j ends with %i', (args, code, text) => {
    const result = runProgram(['sh', join(clone, 'install.sh'), ...args], { env: environment() });
    expect(result.code).toBe(code);
    expect(result.stdout + result.stderr).toMatch(text);
  });

  test('without sources beside it', () => {
    cpSync(join(clone, 'install.sh'), join(work, 'install.sh'));
    expect(runProgram(['sh', join(work, 'install.sh'), '--prefix', prefix], { env: environment() }).code).toBe(64);
  });
});

test.each(['install.sh', 'scripts/ensure-engine.sh'])('%s is read by dash and names no network host', (path) => {
  const dash = existsSync('/bin/dash') || existsSync('/usr/bin/dash') ? 'dash' : 'sh';
  expect(runProgram([dash, '-n', join(root, path)]).code).toBe(0);
  expect(readFileSync(join(root, path), 'utf8')).not.toMatch(/https?:\/\/(?!localhost)/);
});
