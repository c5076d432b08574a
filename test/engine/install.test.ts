import { spawn, spawnSync } from 'node:child_process';
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

/** Everything below a directory, links as links. */
const tree = (directory: string): string[] =>
  existsSync(directory) ? (readdirSync(directory, { recursive: true }) as string[]).sort() : [];

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
      'lib/sandbox/LICENSE',
      'lib/sandbox/battery',
      'lib/sandbox/battery/gate.sh',
      'lib/sandbox/dist',
      'lib/sandbox/dist/cli.js',
      'lib/sandbox/dist/share.mjs',
      'lib/sandbox/images',
      'lib/sandbox/images/base',
      'lib/sandbox/images/base/Dockerfile',
      'lib/sandbox/package.json',
      'lib/sandbox/scripts',
      'lib/sandbox/scripts/ensure-engine.sh',
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

    // The version before stays one upgrade long: running sessions have directories of it mounted.
    for (let again = 0; again < 2; again++) {
      const version = statSync(join(prefix, 'lib/sandbox')).ino;
      expect(install().code).toBe(0);
      const [before, now] = [/^lib\/\.sandbox-previous/, /^(?!lib\/\.sandbox-previous)/].map((place) =>
        tree(prefix).filter((path) => place.test(path)),
      );
      expect(now).toEqual(installed);
      expect(before).toHaveLength(installed.filter((path) => path.startsWith('lib/sandbox')).length);
      expect(statSync(join(prefix, 'lib/.sandbox-previous')).ino).toBe(version);
    }

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

  test('killed between the two renames, the next run puts the old one back first', () => {
    expect(install().code).toBe(0);
    const left = join(prefix, 'lib/.sandbox-install');
    mkdirSync(left);
    file(join(left, 'pid'), '');
    runProgram(['mv', join(prefix, 'lib/sandbox'), join(left, 'old')]);
    stub('npm', '#!/bin/sh\nexit 1\n');
    expect(install().code).toBe(69);
    expect(runProgram([join(prefix, 'bin/sandbox')]).stdout).toBe('[]\n');
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
  ])('%j ends with %i', (args, code, text) => {
    const result = runProgram(['sh', join(clone, 'install.sh'), ...args], { env: environment() });
    expect(result.code).toBe(code);
    expect(result.stdout + result.stderr).toMatch(text);
  });

  test.each([['dash'], ['bash'], ['busybox', 'sh'], ['bash', '--posix']])(
    'with %s, through a pipe and with umask 077',
    (...shell) => {
      if (runProgram(['sh', '-c', `command -v ${shell[0]}`]).code !== 0) {
        console.warn(`${shell[0]} is not installed here`);
        return;
      }
      const piped = (cwd: string) =>
        spawnSync('sh', ['-c', 'umask 077; "$@" -s -- --prefix "$0" <"$CLONE/install.sh"', prefix, ...shell], {
          cwd,
          env: { ...environment(), CLONE: clone },
          encoding: 'utf8',
        });
      const elsewhere = piped(work);
      expect([elsewhere.status, elsewhere.stderr]).toEqual([64, expect.stringContaining('from a clone')]);
      // A project of another name is not taken for the clone.
      file(join(work, 'other/install.sh'), '');
      file(join(work, 'other/package-lock.json'), '{}');
      file(join(work, 'other/package.json'), '{"name":"other"}');
      expect(piped(join(work, 'other')).status).toBe(64);
      expect(existsSync(prefix)).toBe(false);
      expect(piped(clone).status).toBe(0);
      expect(statSync(join(prefix, 'lib/sandbox/dist/cli.js')).mode & 0o777).toBe(0o644);
      expect(runProgram([join(prefix, 'bin/sandbox'), 'x']).stdout).toBe('["x"]\n');
    },
  );

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
