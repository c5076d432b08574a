import { renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Docker from 'dockerode';
import { describe, expect, it, onTestFinished } from 'vitest';
import { finish, makePerson } from '../support/person.ts';
import type { Person } from '../support/person.ts';
import { installProduct } from '../support/product.ts';
import { Terminal } from '../support/terminal.ts';

const docker = new Docker();
const product = installProduct();
const shell = (person: Person, id: string, ...args: string[]) =>
  person.run([process.execPath, product.cli, 'shell', id, ...args]);

/** A session of the person's that goes on until its input ends; `text` says `ready`. */
async function live(person: Person, text = 'echo ready; cat', flags: readonly string[] = []) {
  const child = person.start(
    [...[process.execPath, product.cli, 'launch', 'shell', '-q', ...flags, '--', 'sh', '-c', text]],
    { env: { SECRET_WORD: 'geheim' }, cwd: person.directory(join(person.project, 'below')) },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  const result = finish(child, undefined, true);
  let first = '';
  await Promise.race([
    new Promise<void>((resolve) => {
      child.stdout?.on('data', (chunk: Buffer) => {
        first += chunk.toString();
        if (first.endsWith('ready\n')) resolve();
      });
    }),
    result.then(({ stderr }) => (first = stderr)),
  ]);
  const containers = await docker.listContainers({ filters: { label: ['dev.sandbox.session'] } });
  const found = containers.find(({ Labels }) => Labels['dev.sandbox.session.workspace']?.startsWith(person.project));
  if (found === undefined) throw new Error(`no session: ${first}`);
  const end = async () => {
    child.stdin?.end();
    return (await result).code;
  };
  return { id: found.Labels['dev.sandbox.session'] ?? '', container: docker.getContainer(found.Id), end, first };
}

describe.each([makePerson('root'), makePerson('user')])('sandbox shell of $label', (person) => {
  it('has what the agent has: user, limits, filters, directory, and no sealed variable', async () => {
    const look = [
      'id -u; id -g; id -G; pwd; echo "$SANDBOX_SESSION $SANDBOX_AGENT $HOME $PATH"',
      'grep -E "^(Cap|NoNewPrivs|Seccomp)" /proc/self/status; ulimit -n; ls /proc/self/fd | wc -l',
      `perl -e 'print syscall(425, 1, 0), " ", $!+0, "\\n"'`,
      `perl -e 'print defined(socket(my $s, 38, 5, 0)) ? "alg" : $!+0, "\\n"'`,
    ].join('; ');
    const { id, end, first } = await live(person, `${look}; echo ready; cat`, ['-e', 'SECRET_WORD']);
    const entered = await shell(person, id.slice(0, 6), '--', 'sh', '-c', look);
    expect([entered.code, entered.stderr, entered.stdout]).toEqual([0, '', first.replace(/ready\n$/, '')]);
    expect(first).toMatch(/Seccomp_filters:\s+2\n/);
    expect((await shell(person, id, '--', 'env')).stdout).not.toContain('geheim');
    expect(await end()).toBe(0);
  });

  it('exit codes, standard input, a command that is not there', async () => {
    const { id, end } = await live(person);
    expect((await shell(person, id, '--', 'sh', '-c', 'exit 7')).code).toBe(7);
    expect((await shell(person, id, '--', 'sh', '-c', 'kill -9 $$')).code).toBe(137);
    expect(await shell(person, id, '--', 'no-such-command')).toMatchObject({ code: 127 });
    const cat = person.start([process.execPath, product.cli, 'shell', id, '--', 'sh', '-c', 'wc -c; echo no >&2']);
    const words = 'x'.repeat(1_000_000);
    expect(await finish(cat, words)).toEqual({ code: 0, signal: null, stdout: '1000000\n', stderr: 'no\n' });
    const login = person.start([process.execPath, product.cli, 'shell', '-q', id]);
    expect((await finish(login, 'echo "$PATH"; shopt -q login_shell && echo login\n')).stdout).toMatch(
      /\/usr\/bin.*\nlogin\n/,
    );
    expect(await end()).toBe(0);
  });

  it('a terminal: size, keys, the way back, and the launcher’s own input is untouched', async () => {
    const { id, end } = await live(person);
    const terminal = new Terminal(
      person,
      ['sh', '-c', `stty -g; ${process.execPath} ${product.cli} shell ${id}; echo "END $?"; stty -g; echo AFTER`],
      { cols: 101, rows: 33 },
    );
    await terminal.until('without what --env gave');
    terminal.type('stty size; tty; echo "T=$TERM"\r');
    await terminal.until(/33 101[\s\S]*\/dev\/pts\/\d+[\s\S]*T=xterm-256color/);
    terminal.resize(90, 30);
    await sleep(500);
    terminal.type('stty size\r');
    await terminal.until('30 90');
    // Keys with which an engine's own client would leave.
    const at = terminal.output.length;
    terminal.type('cat -v\r');
    await terminal.until(/cat -v[\s\S]*\n/, { from: at });
    await sleep(500);
    terminal.type('\x10\x11x\r');
    await terminal.until('^Px\r', { from: at });
    terminal.type('\x03');
    await sleep(500);
    terminal.type('exit 5\r');
    await terminal.until(/END 5[\s\S]*AFTER/);
    const settings = terminal.output.match(/^[0-9a-f]+(:[0-9a-f]+){3,}/gm);
    expect(new Set(settings).size).toBe(1);
    expect(await end()).toBe(0);
  });

  it('a terminal that goes away takes its shell with it, and not the session', async () => {
    const { id, end, container } = await live(person);
    const terminal = new Terminal(person, [process.execPath, product.cli, 'shell', '-q', id]);
    terminal.type('echo up; sleep 1234\r');
    await terminal.until(/\rup\r+\n/);
    const processes = async () => JSON.stringify(((await container.top()) as { Processes: unknown }).Processes);
    for (let at = 0; at < 50 && !(await processes()).includes('sleep 1234'); at += 1) await sleep(100);
    expect(await processes()).toContain('sleep 1234');
    terminal.kill('SIGHUP');
    for (let at = 0; at < 50 && (await processes()).includes('1234'); at += 1) await sleep(100);
    expect(await processes()).not.toContain('1234');
    expect(await processes()).not.toContain('bash');
    expect(await end()).toBe(0);
  });

  it('a workspace that the agent has replaced by a link is not entered by the engine', async () => {
    expect((await person.run(['git', 'init', '-q'])).code).toBe(0);
    onTestFinished(() => rmSync(join(person.project, '.git'), { recursive: true }));
    const { id, end, first } = await live(person, 'pwd; echo ready; cat');
    expect(first).toBe(`${person.project}/below\nready\n`);
    const below = join(person.project, 'below');
    renameSync(below, `${below}-moved`);
    symlinkSync('/proc/self/fd/7', below);
    onTestFinished(() => {
      rmSync(below);
      renameSync(`${below}-moved`, below);
    });
    const { code, stdout } = await shell(person, id, '--', 'ls', '/proc/self/cwd/');
    expect([code, stdout]).toEqual([97, '']);
    expect(await end()).toBe(0);
  });

  it('the end of the session ends it', async () => {
    const { id, end } = await live(person);
    const waiting = shell(person, id, '--', 'sh', '-c', 'sleep 1000');
    await sleep(1000);
    expect(await end()).toBe(0);
    expect((await waiting).code).toBe(137);
  });
});
