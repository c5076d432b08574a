import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { leftovers } from '../support/engine.ts';
import { makePerson } from '../support/person.ts';
import type { RunOptions } from '../support/person.ts';
import { installProduct } from '../support/product.ts';

const product = installProduct();
const CONFIG = '.config/sandbox/config.yaml';

describe.each([makePerson('root'), makePerson('user')])('$label', (person) => {
  const command = (args: readonly string[], options: RunOptions = {}) =>
    person.run([process.execPath, product.cli, ...args], options);
  const shell = (script: string, options: RunOptions = {}) =>
    command(['launch', 'shell', '-q', '--', 'sh', '-c', script], options);
  const plan = async (options: RunOptions = {}, ...args: string[]) => {
    const { stdout, stderr } = await command(['plan', 'codex', '--json', ...args], options);
    expect(stderr).toBe('');
    return JSON.parse(stdout) as { plan: { readonly limits: { readonly pids: number } }; digest: string };
  };
  const config = (text: string, mode = 0o600) => person.file(CONFIG, text, mode);
  afterEach(() => rmSync(join(person.home, '.config'), { recursive: true, force: true }));

  describe('a file in the workspace', () => {
    const hostile = [
      'network: internet',
      'skills: rw',
      `mount: ["/etc:/stolen"]`,
      'memory: 999m',
      'env: [PLANTED=1]',
      'unattended: true',
      'image: evil',
      '',
    ].join('\n');
    const json = JSON.stringify({ memory: '999m', env: ['PLANTED=1'], unattended: true, image: 'evil' });
    const names = [
      'config.yaml',
      'config.yml',
      'config.json',
      'sandbox.yaml',
      'sandbox.yml',
      'sandbox.json',
      'sandbox.toml',
      '.sandbox.yaml',
      '.sandbox.yml',
      '.sandbox.json',
      '.sandboxrc',
      '.sandboxrc.yaml',
      '.sandboxrc.json',
      'sandbox.config.js',
      'sandbox.config.mjs',
      'sandbox.config.ts',
      '.sandbox',
      '.config/sandbox/config.yaml',
      '.config/sandbox.yaml',
      'sandbox/config.yaml',
      'etc/sandbox/config.yaml',
      '.env',
      '.envrc',
      '.npmrc',
      'package.json',
      '.devcontainer/devcontainer.json',
      '.git/sandbox.yaml',
      '.codex/config.toml',
      '.agents/sandbox.yaml',
      '.local/state/sandbox/config.yaml',
      'XDG_CONFIG_HOME/sandbox/config.yaml',
    ];

    it('changes nothing, whatever it is called', async () => {
      const before = await plan();
      const planted = names.map((name) =>
        person.file(
          join(person.project, name),
          name.endsWith('.json') ? json : hostile.concat('SANDBOX_MEMORY=999m\n'),
        ),
      );
      const after = await plan();
      expect(after).toEqual(before);
      const shown = await command(['config', 'show', 'codex', '--json']);
      expect(
        new Set(
          (JSON.parse(shown.stdout) as { settings: { sources: string[] }[] }).settings.flatMap(
            ({ sources }) => sources,
          ),
        ),
      ).toEqual(new Set(['default']));
      const { stdout, code } = await shell('echo "$PLANTED"; ls -d /stolen 2>&1');
      expect(code).not.toBe(77);
      expect(stdout).toMatch(/^\n.*No such file/);
      for (const path of planted) rmSync(path);
      rmSync(join(person.project, '.git'), { recursive: true });
    });

    it('is refused even where the environment points at it', async () => {
      person.file(join(person.project, '.config/sandbox/config.yaml'), hostile, 0o600);
      const env = { XDG_CONFIG_HOME: join(person.project, '.config') };
      for (const args of [
        ['plan', 'shell'],
        ['launch', 'shell', '--', 'true'],
        ['config', 'show'],
      ])
        expect(await command(args, { env })).toMatchObject({
          code: 78,
          stdout: '',
          stderr: expect.stringContaining('[CONFIG_UNREADABLE]'),
        });
      rmSync(join(person.project, '.config'), { recursive: true });
    });
  });

  it('eight different faults are eight lines, each with its place and what to do', async () => {
    config(
      [
        'memroy: 4g',
        'skills: maybe',
        'cpus: fast',
        'mount: [relative]',
        'env: [LD_PRELOAD]',
        'agents:',
        '  cluade: {}',
        'projects:',
        '  relative/path: {}',
        'image: { apt: ["a b"] }',
      ].join('\n'),
    );
    for (const args of [
      ['launch', 'shell', '--', 'true'],
      ['plan', 'codex'],
      ['check', 'codex'],
      ['config', 'show'],
      ['image', 'build'],
    ]) {
      const { code, stdout, stderr } = await command(args);
      expect({ code, stdout }).toEqual({ code: 78, stdout: '' });
      expect(stderr).toContain('8 problems');
      expect(stderr).toContain('[CONFIG_INVALID]');
      for (const line of [1, 2, 3, 4, 5, 7, 9, 10])
        expect(stderr).toMatch(new RegExp(`config\\.yaml:${line}: .+\\. \\S.+`));
      expect(stderr).toContain('Did you mean memory?');
      expect(stderr).toContain('Did you mean claude?');
    }
    const { stdout } = await command(['plan', 'codex', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ outcome: 'failed', error: { code: 'CONFIG_INVALID' } });
  });

  it('help and version work with a broken file', async () => {
    config('x: [');
    for (const args of [['--help'], ['--version'], ['launch', '--help'], ['config', 'path'], ['config', 'schema']])
      expect((await command(args)).code).toBe(0);
  });

  it('layers, in a real session', async () => {
    config('skills: off\npids: 333\nenv: [FROM_FILE=a, HOSTED, ABSENT]\nagents: { shell: { homeSize: 64m } }');
    const script =
      'echo "$FROM_FILE $HOSTED ${ABSENT-unset}"; ls -A ~; cat /sys/fs/cgroup/pids.max /sys/fs/cgroup/pids/pids.max 2>/dev/null; df -m --output=size ~ | tail -1';
    const first = await shell(script, { env: { HOSTED: 'h' } });
    expect(first).toMatchObject({ code: 0, stdout: expect.stringMatching(/^a h unset\nwork\n333\n\s*64\n$/) });
    const second = await shell(script, { env: { SANDBOX_PIDS: '222', SANDBOX_ENV: 'FROM_FILE=v' } });
    expect(second.stdout).toMatch(/^v {2}unset\nwork\n222\n/);
    const third = await command(
      ['launch', 'shell', '-q', '--pids', '111', '-e', 'FROM_FILE=f', '--', 'sh', '-c', script],
      { env: { SANDBOX_PIDS: '222' } },
    );
    expect(third.stdout).toMatch(/^f {2}unset\nwork\n111\n/);
    const told = await command(['launch', 'shell', '--', 'true']);
    expect(told.stderr).toMatch(/ABSENT.*not set here/);
  });

  it('the nearest project counts', async () => {
    person.directory('work/project/inner/deep');
    config(
      'pids: 1000\nprojects:\n  ~/work: { pids: 1001 }\n  ~/work/project/inner: { pids: 1002, network: none }\n  /: { pids: 1003 }',
    );
    const pids = async (cwd: string) => (await plan({ cwd })).plan.limits.pids;
    expect(await pids(person.project)).toBe(1001);
    expect(await pids(join(person.project, 'inner'))).toBe(1002);
    expect(await pids(join(person.project, 'inner/deep'))).toBe(1002);
    expect(await pids(person.directory('other'))).toBe(1003);
    const { stdout } = await command(['config', 'show', 'codex', '--json'], {
      cwd: join(person.project, 'inner/deep'),
    });
    expect(JSON.parse(stdout)).toMatchObject({ agent: 'codex', project: join(person.project, 'inner') });
  });

  it('`config show` names every source and no secret; `config path` names the files', async () => {
    config('memory: 4g\nenv: [SECRET=hunter2]');
    const { code, stdout, stderr } = await command(['config', 'show', '--cpus', '2'], {
      env: { SANDBOX_NETWORK: 'none' },
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(new RegExp(`memory +4294967296 +\\(${person.home}/${CONFIG}:1\\)`));
    expect(stdout).toMatch(/network +none +\(SANDBOX_NETWORK\)/);
    expect(stdout).toMatch(/cpus +2 +\(--cpus\)/);
    expect(stdout).toMatch(/skills +rw +\(default\)/);
    expect(stdout).toMatch(/env +SECRET=…/);
    expect(stdout).not.toContain('hunter2');
    expect((await command(['plan', 'shell', '--json'])).stdout).not.toContain('hunter2');
    expect((await command(['config', 'path'])).stdout).toBe(
      `/etc/sandbox/config.yaml  (not there)\n${person.home}/${CONFIG}\n`,
    );
    expect(JSON.parse((await command(['config', 'schema'])).stdout)).toMatchObject({
      type: 'object',
      additionalProperties: false,
    });
  });

  it('reading writes nothing and asks no engine', async () => {
    config('memory: 4g');
    const tree = () => execFileSync('find', [person.home, '-printf', '%p %T@ %s\n']).toString();
    const before = tree();
    for (const args of [
      ['config', 'show'],
      ['config', 'path'],
      ['config', 'schema'],
      ['plan', 'codex'],
    ])
      expect((await command(args, { env: { DOCKER_HOST: 'unix:///nowhere.sock' } })).code).toBe(0);
    expect(tree()).toBe(before);
  });

  it.each<[string, (path: string) => void]>([
    ['everyone can write', (path) => chmodSync(path, 0o666)],
    [
      'another group can write',
      (path) => {
        chownSync(path, person.uid, 4242);
        chmodSync(path, 0o660);
      },
    ],
    ['belongs to somebody else', (path) => chownSync(path, 4242, 4242)],
    ['lies where everyone can write', (path) => chmodSync(join(path, '..'), 0o777)],
    [
      'is a link',
      (path) => {
        rmSync(path);
        symlinkSync('/etc/hostname', path);
      },
    ],
    [
      'is a directory',
      (path) => {
        rmSync(path);
        mkdirSync(path);
      },
    ],
  ])('a file that %s is refused', async (_, spoil) => {
    spoil(config('memory: 4g', 0o644));
    expect(await command(['launch', 'shell', '--', 'true'])).toMatchObject({
      code: 78,
      stdout: '',
      stderr: expect.stringContaining('[CONFIG_UNREADABLE]'),
    });
  });

  it('a wrong variable is told with the rest', async () => {
    config('skills: x');
    const { code, stderr } = await command(['plan', 'shell'], { env: { SANDBOX_MEMORY: 'lots' } });
    expect(code).toBe(78);
    expect(stderr).toMatch(/2 problems[\s\S]*config\.yaml:1: skills[\s\S]*SANDBOX_MEMORY: /);
  });

  it('an approved link is followed, with exactly its text', async () => {
    const real = person.directory('data/real');
    person.file(join(real, 'f'), 'linked');
    symlinkSync(real, join(person.home, 'linked'));
    execFileSync('chown', ['-h', `${person.uid}:${person.gid}`, '--', join(person.home, 'linked')]);
    const read = () =>
      command(['launch', 'shell', '-q', '--mount', `${person.home}/linked:/data`, '--', 'cat', '/data/f']);
    expect(await read()).toMatchObject({ code: 77, stderr: expect.stringContaining('SOURCE_LINK') });
    config('approvals: { links: [{ path: ~/linked, target: ~/data/real }] }');
    expect(await read()).toMatchObject({ code: 0, stdout: 'linked' });
    config('approvals: { links: [{ path: ~/linked, target: ~/data/other }] }');
    expect((await read()).code).toBe(77);
    config('approvals: { links: [{ path: ~/linked, target: ~/.ssh }] }');
    expect((await read()).code).toBe(77);
  });

  it('an approved ancestor may be written by others', async () => {
    const cwd = person.directory('open/project');
    chmodSync(join(person.home, 'open'), 0o777);
    expect(await shell('true', { cwd })).toMatchObject({
      code: 77,
      stderr: expect.stringContaining('ANCESTOR_WRITABLE'),
    });
    config('approvals: { ancestors: [~/open] }');
    expect((await shell('true', { cwd })).code).toBe(0);
  });

  describe('a kept cache', () => {
    it('is there in the next session of this workspace, and in no other', async () => {
      config('cache: true');
      expect(
        await shell('mkdir ~/.cache/npm; echo kept > ~/.cache/npm/x; npm config get cache; env | grep -c /.cache/'),
      ).toMatchObject({ code: 0, stdout: expect.stringMatching(/\/\.cache\/npm\n\d\n$/) });
      expect((await shell('cat ~/.cache/npm/x')).stdout).toBe('kept\n');
      const other = person.directory('work/other');
      expect((await shell('ls -A ~/.cache', { cwd: other })).stdout).toBe('');
      const root = join(person.home, '.cache/sandbox');
      for (const path of [
        root,
        ...execFileSync('find', [root, '-mindepth', '1', '-maxdepth', '2', '-type', 'd']).toString().trim().split('\n'),
      ])
        expect([lstatSync(path).uid, lstatSync(path).mode & 0o777]).toEqual([person.uid, 0o700]);
      config('cache: false');
      expect((await shell('ls -A ~')).stdout).not.toContain('.cache');
    });

    it('can lie outside the home, and is no workspace', async () => {
      config('cache: true');
      const place = join(person.home, '../cache');
      mkdirSync(place);
      chownSync(place, person.uid, person.gid);
      const env = { XDG_CACHE_HOME: place };
      expect((await shell('touch ~/.cache/x', { env })).code).toBe(0);
      expect(existsSync(join(place, 'sandbox'))).toBe(true);
      for (const args of [
        ['-w', join(place, 'sandbox')],
        ['-w', place],
        ['--mount', `${place}/sandbox:/x`],
      ])
        expect(await command(['launch', 'shell', ...args, '--', 'true'], { env })).toMatchObject({
          code: 77,
          stderr: expect.stringContaining('SOURCE_PROTECTED'),
        });
    });

    it('is not made through a link', async () => {
      config('cache: true');
      rmSync(join(person.home, '.cache'), { recursive: true, force: true });
      const elsewhere = person.directory('elsewhere');
      symlinkSync(elsewhere, join(person.home, '.cache'));
      execFileSync('chown', ['-h', `${person.uid}:${person.gid}`, '--', join(person.home, '.cache')]);
      expect(await shell('true')).toMatchObject({ code: 77, stderr: expect.stringContaining('SOURCE_LINK') });
      expect(execFileSync('ls', ['-A', elsewhere]).toString()).toBe('');
      rmSync(join(person.home, '.cache'));
    });
  });

  it('a damaged journal entry is set aside with a line', async () => {
    person.file('.local/state/sandbox/sessions/0123456789ab/session.json', '{"version":');
    person.file('.local/state/sandbox/sessions/ba9876543210/session.json', '{"version":9}');
    const { code, stderr } = await command(['launch', 'shell', '--', 'true']);
    expect(code).toBe(0);
    expect(stderr).toContain('0123456789ab is damaged');
    expect(existsSync(join(person.home, '.local/state/sandbox/sessions/ba9876543210/session.json'))).toBe(true);
    rmSync(join(person.home, '.local/state/sandbox/sessions/ba9876543210'), { recursive: true });
  });

  it('leaves nothing behind', async () => {
    expect(await leftovers(person)).toEqual({ containers: [], sessions: [] });
  });
});

/** The machine's own file: made for the test only where there is none. */
describe.runIf(process.getuid?.() === 0 && !existsSync('/etc/sandbox'))('/etc/sandbox/config.yaml', () => {
  const person = makePerson('user');
  const show = () => person.run([process.execPath, product.cli, 'config', 'show', '--json'], { env: {} });
  beforeEach(() => {
    mkdirSync('/etc/sandbox', { mode: 0o755 });
    writeFileSync(
      '/etc/sandbox/config.yaml',
      `# made by a test of sandbox, which removes it\nprojects: { ${person.home}: { pids: 4095 } }\n`,
      {
        mode: 0o644,
      },
    );
  });
  const remove = () => rmSync('/etc/sandbox', { recursive: true, force: true });
  afterEach(remove);
  afterAll(remove);

  it('is weaker than the person’s', async () => {
    const pids = async () =>
      (JSON.parse((await show()).stdout) as { settings: { key: string }[] }).settings.find(({ key }) => key === 'pids');
    expect(await pids()).toMatchObject({ value: 4095, sources: ['/etc/sandbox/config.yaml:2'] });
    person.file(CONFIG, 'pids: 77', 0o600);
    expect(await pids()).toMatchObject({ value: 77, sources: [`${person.home}/${CONFIG}:1`] });
  });
});
