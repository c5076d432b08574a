import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { inspectSession, leftovers } from '../support/engine.ts';
import { finish, makePerson, readText } from '../support/person.ts';
import { installProduct } from '../support/product.ts';

const product = installProduct();

describe.each([makePerson('root'), makePerson('user')])('a session of $label', (person) => {
  const launch = (...args: string[]) => person.run([process.execPath, product.cli, 'launch', 'shell', ...args]);
  const script = (text: string, ...flags: string[]) => launch(...flags, '--', 'sh', '-c', text);

  it.each([
    ['exit 0', 0],
    ['exit 42', 42],
    ['exit 255', 255],
    ['kill -9 $$', 137],
    ['kill -TERM $$', 143],
  ])('`%s` ends with %i', async (text, code) => {
    expect((await script(text)).code).toBe(code);
  });

  it('runs in the workspace as the caller, with a home of its own', async () => {
    person.file('work/project/hello.txt', 'hi');
    const { stdout, code } = await script(
      'pwd; id -u; id -g; id -Gn; cat hello.txt; echo; ls -A ~; ls -A ~/.agents; echo made > made.txt; stat -c %u made.txt',
    );
    expect(code).toBe(0);
    expect(stdout.split('\n')).toEqual([
      person.project,
      String(person.uid),
      String(person.gid),
      expect.any(String),
      'hi',
      '.agents',
      'work',
      'skills',
      String(person.uid),
      '',
    ]);
    expect(statSync(join(person.project, 'made.txt')).uid).toBe(person.uid);
  });

  it('makes ~/.agents/skills as the caller, 0700, and nothing else is possible in ~/.agents', async () => {
    const { stdout } = await script(
      'mkdir ~/.agents/x 2>&1; touch ~/.agents/y 2>&1; mkdir ~/.agents/skills/s && echo made',
    );
    expect(stdout).toMatch(/Read-only file system[\s\S]*Read-only file system[\s\S]*made/);
    const skills = statSync(join(person.home, '.agents/skills'));
    expect([skills.uid, skills.mode & 0o777]).toEqual([person.uid, 0o700]);
    expect(statSync(join(person.home, '.agents/skills/s')).uid).toBe(person.uid);
  });

  it('--skills ro and off', async () => {
    expect((await script('touch ~/.agents/skills/t 2>&1; ls -A ~/.agents', '--skills', 'ro')).stdout).toMatch(
      /Read-only[\s\S]*skills/,
    );
    expect((await script('ls -A ~', '--skills', 'off')).stdout).toBe('work\n');
  });

  it('--read-only', async () => {
    expect(await script('touch x 2>&1; exit 3', '--read-only')).toMatchObject({
      code: 3,
      stdout: expect.stringContaining('Read-only'),
    });
  });

  it('--network none has no network', async () => {
    const { stdout } = await script(
      'cat /proc/net/route | wc -l; (exec 3<>/dev/tcp/1.1.1.1/53) 2>&1 | head -1',
      '--network',
      'none',
    );
    expect(stdout).toMatch(/^1\n/);
  });

  it('--mount is read-only unless :rw, at any path', async () => {
    const odd = person.directory('extra/a: "b",\n\u{1f600} $(x)');
    person.file(join(odd, 'f'), 'odd');
    const escaped = odd.replaceAll(':', '\\:');
    const { stdout, stderr, code } = await script(
      'cat "/data/f"; touch /data/g 2>&1; echo; touch /more/g && echo ok',
      '--mount',
      `${escaped}:/data`,
      '--mount',
      `${escaped}:/more:rw`,
    );
    expect({ code, stderr, stdout }).toMatchObject({ code: 77 });
    const one = await script('cat "/data/f"; touch /data/g 2>&1', '--mount', `${escaped}:/data`);
    expect(one.stdout).toMatch(/^odd.*Read-only/);
    const two = await script('touch /more/g && echo ok', '--mount', `${escaped}:/more:rw`);
    expect(two.stdout).toBe('ok\n');
    expect(existsSync(join(odd, 'g'))).toBe(true);
  });

  it('--mount takes a file too, and never a socket or a device', async () => {
    const file = person.file('extra/one.txt', 'one');
    const { stdout, stderr } = await script(
      'cat /data/one.txt; echo x > /data/one.txt',
      '--mount',
      `${file}:/data/one.txt`,
    );
    expect(stdout).toBe('one');
    expect(stderr).toContain('Read-only');
    for (const source of ['/dev/null', '/var/run/docker.sock']) {
      expect(await script('true', '--mount', `${source}:/data/x`)).toMatchObject({ code: 77, stdout: '' });
    }
  });

  it.each([
    'plain',
    'with space',
    'co:lon',
    'com,ma',
    'eq=ual',
    'quo"te',
    "sing'le",
    'new\nline',
    '\u{1f600}',
    '$(touch x)',
    '-dash',
    'w,source=/etc',
  ])('takes a workspace named %j', async (name) => {
    const cwd = person.directory(join('odd', name));
    const result = await person.run(
      [process.execPath, product.cli, 'launch', 'shell', '--', 'sh', '-c', 'pwd; touch f'],
      { cwd },
    );
    expect(result).toMatchObject({ code: 0, stdout: `${cwd}\n` });
    expect(existsSync(join(cwd, 'f'))).toBe(true);
  });

  it('variables: named ones arrive, and are in no record of the engine', async () => {
    const secret = 'marker-' + 'x'.repeat(40);
    const report = join(person.home, 'report.json');
    const child = person.start(
      [
        process.execPath,
        product.cli,
        'launch',
        'shell',
        '-e',
        'FROM_HOST',
        '-e',
        `GIVEN=${secret} a\nb`,
        '--report',
        report,
        '-v',
        '--',
        'sh',
        '-c',
        'echo "$FROM_HOST|$GIVEN"; tr "\\0" "\\n" </proc/1/environ; env | cut -d= -f1 | sort; read -r _; exit 0',
      ],
      {
        env: { FROM_HOST: secret, AWS_SECRET_ACCESS_KEY: secret, SSH_AUTH_SOCK: '/x', DISPLAY: ':0' },
      },
    );
    const result = finish(child, undefined, true);
    await new Promise((resolve) => child.stdout?.once('data', resolve));
    const inspected = await inspectSession(person.project);
    child.stdin?.end('go\n');
    const { stdout, stderr } = await result;
    const [first, second, ...rest] = stdout.split('\n');
    expect([first, second]).toEqual([`${secret}|${secret} a`, 'b']);
    expect(rest.join('\n')).not.toContain(secret);
    expect(rest.filter((name) => /AWS|SSH|DISPLAY/.test(name))).toEqual([]);
    expect(inspected).not.toContain('marker-');
    expect(readText(report)).not.toContain('marker-');
    expect(stderr).not.toContain('marker-');
    expect(statSync(report).mode & 0o777).toBe(0o600);
    const parsed = JSON.parse(readText(report));
    expect(parsed).toMatchObject({ agent: 'shell', exit: { code: 0, signal: null, reason: 'agent' } });
    expect(parsed.plan.env).toContainEqual({ name: 'GIVEN', from: 'option' });
    const others = parsed.findings.filter(({ verdict }: { verdict: string }) => verdict !== 'pass');
    expect(others.map(({ id, verdict }: Record<string, string>) => [id, verdict])).toEqual([['20', 'not-available']]);
  });

  it('100 MB through a pipe arrive whole, both ways', async () => {
    const child = person.start([
      process.execPath,
      product.cli,
      'launch',
      'shell',
      '-q',
      '--',
      'sh',
      '-c',
      'head -c 104857600 /dev/zero',
    ]);
    const hash = createHash('sha256');
    let size = 0;
    child.stdout?.on('data', (chunk: Buffer) => {
      size += chunk.length;
      hash.update(chunk);
    });
    child.stdin?.end();
    await new Promise((resolve) => child.once('close', resolve));
    expect(size).toBe(104857600);
    expect(hash.digest('hex')).toBe(createHash('sha256').update(Buffer.alloc(104857600)).digest('hex'));
    const input = 'y'.repeat(20 * 1024 * 1024);
    const back = await person.run([process.execPath, product.cli, 'launch', 'shell', '-q', '--', 'wc', '-c'], {
      input,
    });
    expect(back.stdout).toBe(`${input.length}\n`);
  });

  it('`yes | … head -1` and `… yes | head -1` end', async () => {
    const [file = '', ...args] = [
      'sh',
      '-c',
      'yes | "$@" 2>/dev/null',
      '_',
      process.execPath,
      product.cli,
      'launch',
      'shell',
      '--',
      'head',
      '-1',
    ];
    expect(await person.run([file, ...args])).toMatchObject({ code: 0, stdout: 'y\n' });
    const out = await person.run([
      'sh',
      '-c',
      '"$@" 2>/dev/null | head -1',
      '_',
      process.execPath,
      product.cli,
      'launch',
      'shell',
      '--',
      'yes',
    ]);
    expect(out).toMatchObject({ code: 0, stdout: 'y\n' });
  });

  it('stdin closed, stderr apart, a command that is not there', async () => {
    const closed = await person.run([
      'sh',
      '-c',
      'exec <&-; "$@"',
      '_',
      process.execPath,
      product.cli,
      'launch',
      'shell',
      '-q',
      '--',
      'sh',
      '-c',
      'echo out; echo err >&2; cat; exit 5',
    ]);
    expect(closed).toMatchObject({ code: 5, stdout: 'out\n', stderr: 'err\n' });
    expect(await launch('--', 'no-such-program')).toMatchObject({
      code: 127,
      stderr: expect.stringContaining('COMMAND_NOT_FOUND'),
    });
  });

  it('explains when memory ran out', async () => {
    const { code, stderr } = await script('exec python3 -c "x = bytearray(400*1024*1024)"', '--memory', '128m');
    expect(code).toBe(137);
    expect(stderr).toContain('used all of its memory (128 MiB)');
  });

  it('check stops at the verdict and says so as JSON', async () => {
    const { stdout, code } = await person.run([
      process.execPath,
      product.cli,
      'check',
      'shell',
      '--json',
      '--',
      'sh',
      '-c',
      'touch ran',
    ]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      schema: 'sandbox/1',
      command: 'check',
      outcome: 'ok',
      error: null,
      counts: { fail: 0 },
    });
    expect(existsSync(join(person.project, 'ran'))).toBe(false);
  });

  it('plan and --dry-run print the same, write nothing, ask no engine', async () => {
    const quiet = makePerson(person.label === 'root' ? 'root' : 'user');
    const env = { DOCKER_HOST: 'unix:///nowhere.sock' };
    const json = await quiet.run([process.execPath, product.cli, 'plan', 'codex', '--json'], { env });
    expect(json.code).toBe(0);
    const { plan, digest } = JSON.parse(json.stdout);
    expect(plan).toMatchObject({
      version: 1,
      agent: 'codex',
      image: { id: null },
      workspace: { source: quiet.project, mode: 'rw' },
    });
    expect(digest).toMatch(/^sha256:[0-9a-f]{64}$/);
    const text = await quiet.run([process.execPath, product.cli, 'launch', 'codex', '--dry-run'], { env });
    expect(text.stdout).toContain(digest);
    expect(readdirSync(quiet.home)).toEqual(['work']);
  });

  it('sees a mount of the host below the workspace as the empty directory it covers', async () => {
    const covered = person.directory('work/project/covered');
    const hidden = person.directory('hidden');
    person.file('hidden/secret', 'x');
    execFileSync('mount', ['--bind', '--', hidden, covered]);
    try {
      expect(await script('ls -A covered; exit 7')).toMatchObject({ code: 7, stdout: '' });
    } finally {
      execFileSync('umount', ['--', covered]);
    }
  });

  it('a link in the workspace leads nowhere outside', async () => {
    symlinkSync('/etc/shadow', join(person.project, 'shadow'));
    const { stdout } = await script('grep -c "^root:[^:]*\\$" shadow 2>/dev/null || echo nothing');
    expect(stdout.trim()).toMatch(/nothing|0/);
  });

  it('leaves nothing behind', async () => {
    expect(await leftovers(person)).toEqual({ containers: [], sessions: [] });
  });
});
