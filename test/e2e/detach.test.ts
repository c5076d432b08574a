import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Docker from 'dockerode';
import { describe, expect, it } from 'vitest';
import { endWithTest, startDetached, untilNothingIsLeft } from '../support/detached.ts';
import { inspectSession, leftovers, running } from '../support/engine.ts';
import { finish, makePerson } from '../support/person.ts';
import type { Person } from '../support/person.ts';
import { installProduct } from '../support/product.ts';
import { Terminal } from '../support/terminal.ts';

const docker = new Docker();
const product = installProduct();

describe.each([makePerson('root'), makePerson('user')])('a detached session of $label', (person) => {
  const sandbox = (...words: string[]) => person.run([process.execPath, product.cli, ...words]);
  const start = (script: string, ...flags: string[]) =>
    startDetached(person, product.cli, ['shell', ...flags, '--', 'sh', '-c', script]);

  it('goes on by itself, keeps what it says, and leaves its end behind', async () => {
    const id = await start('echo begin; read -r line || echo "no input"; sleep 1; echo "on stderr" >&2; exit 3');
    await untilNothingIsLeft(person);
    const { code, stdout } = await sandbox('logs', id.slice(0, 8));
    expect([code, stdout]).toEqual([0, 'begin\nno input\non stderr\n']);
    expect((await sandbox('attach', id)).code).toBe(3);
    const record = join(person.home, '.local/state/sandbox/ended', `${id}.json`);
    expect(JSON.parse(readFileSync(record, 'utf8'))).toMatchObject({ id, code: 3, reason: 'agent', error: null });
  });

  it('is shown by logs while it runs, without the gate’s words, and followed to its end', async () => {
    const id = await start('echo one; echo two >&2; sleep 2; echo three');
    const now = await sandbox('logs', id);
    expect([now.stdout, now.stderr]).toEqual(['one\n', 'two\n']);
    const followed = await sandbox('logs', '-f', id);
    expect([followed.code, followed.stdout]).toEqual([0, 'one\nthree\n']);
  });

  it('the engine keeps at most 10 MB of it, and only of such a session', async () => {
    await start('sleep 30');
    expect(JSON.parse(await inspectSession(person.project))).toMatchObject({
      HostConfig: { LogConfig: { Type: 'local', Config: { 'max-size': '10m', 'max-file': '1' } } },
      Config: { Labels: { 'dev.sandbox.session.mode': 'detached', 'dev.sandbox.session.tty': 'no' } },
    });
  });

  it('attach without a terminal shows its output from the beginning and ends with its code', async () => {
    const id = await start('echo one; sleep 2; echo two; exit 5');
    const { code, stdout } = await sandbox('attach', id);
    expect([code, stdout]).toEqual([5, 'one\ntwo\n']);
    await untilNothingIsLeft(person);
  });

  it('is refused as any launch is, with the same words and the same code', async () => {
    const words = ['launch', 'shell', '--network', 'none', '-w', '/', '--', 'true'];
    const attached = await sandbox(...words);
    const detached = await sandbox('launch', 'shell', '--detach', ...words.slice(2));
    expect(detached).toEqual(attached);
    expect(attached.code).toBe(77);
    const missing = await sandbox('launch', 'shell', '--detach', '--', 'no-such-command');
    expect([missing.code, missing.stdout]).toEqual([127, '']);
    expect(missing.stderr).toContain('[COMMAND_NOT_FOUND]');
    expect((await sandbox('launch', 'shell', '--detach', '--timings')).code).toBe(64);
    expect(await leftovers(person)).toEqual({ containers: [], sessions: [] });
  });

  it('writes its report when it ends', async () => {
    const report = join(person.home, 'report.json');
    await start('exit 4', '--report', report);
    await untilNothingIsLeft(person);
    for (let at = 0; at < 100 && !existsSync(report); at += 1) await sleep(50);
    expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({ exit: { code: 4, reason: 'agent' } });
  });

  it('ends within its lease when the keeper is killed', async () => {
    const id = await start('trap "" TERM HUP; sleep 60');
    const state = join(person.home, '.local/state/sandbox/sessions', id, 'session.json');
    const { owner } = JSON.parse(readFileSync(state, 'utf8')) as { owner: { pid: number } };
    process.kill(owner.pid, 'SIGKILL');
    const began = Date.now();
    while ((await running(person)).length > 0 && Date.now() - began < 8_000) await sleep(50);
    expect(Date.now() - began).toBeLessThan(5_000);
    // What it left is removed by the next launch.
    expect((await sandbox('launch', 'shell', '-q', '--', 'true')).code).toBe(0);
    await untilNothingIsLeft(person);
  });

  it('does not begin when its front is killed before the agent runs', async () => {
    endWithTest(person);
    const words = ['launch', 'shell', '--detach', '--', 'sh', '-c', 'echo ran > ran'];
    const front = person.start([process.execPath, product.cli, ...words]);
    while ((await leftovers(person)).sessions.length === 0) await sleep(5);
    front.kill('SIGKILL');
    await untilNothingIsLeft(person);
    expect(existsSync(join(person.project, 'ran'))).toBe(false);
  });

  it('says so when its keeper is killed before the agent runs', async () => {
    endWithTest(person);
    const front = person.start([process.execPath, product.cli, 'launch', 'shell', '--detach', '--', 'sleep', '30']);
    const result = finish(front);
    process.kill(await keeperOf(person), 'SIGKILL');
    const { code, stdout, stderr } = await result;
    expect([code, stdout]).toEqual([69, '']);
    expect(stderr).toContain('killed (SIGKILL)');
    expect(stderr).toMatch(/sandbox prune\n +\[SESSION_NOT_RUNNING\]/);
    expect((await sandbox('prune')).code).toBe(0);
    await untilNothingIsLeft(person);
  });

  it.each([1, 2])('signalled %i times it ends, though its keeper is stopped', async (times) => {
    endWithTest(person);
    const front = person.start([process.execPath, product.cli, 'launch', 'shell', '--detach', '--', 'sleep', '30']);
    const result = finish(front);
    process.kill(await keeperOf(person), 'SIGSTOP');
    for (let at = 0; at < times; at += 1) {
      front.kill('SIGINT');
      await sleep(300);
    }
    expect(await Promise.race([result, sleep(times === 1 ? 14_000 : 5_000)])).toMatchObject({ code: 130, stdout: '' });
    expect((await sandbox('prune')).code).toBe(0);
    await untilNothingIsLeft(person);
  });

  it('its name is said on stderr when stdout does not take it', async () => {
    endWithTest(person);
    const words = `${process.execPath} ${product.cli} launch -q --detach shell -- sleep 30 >/dev/full`;
    const { code, stderr } = await person.run(['sh', '-c', words]);
    const { sessions } = await leftovers(person);
    expect(sessions).toHaveLength(1);
    expect([code, stderr]).toEqual([74, expect.stringContaining(`session ${sessions[0]}`)]);
  });

  it('Ctrl-C while it is being made cancels it', async () => {
    endWithTest(person);
    const terminal = new Terminal(person, [
      ...[
        'sh',
        '-c',
        `trap : INT; ${process.execPath} ${product.cli} launch shell --detach -- sleep 30; echo "END $?"`,
      ],
    ]);
    await terminal.until('sandbox: shell in');
    terminal.type('\x03');
    await terminal.until(/END (130|0)/);
    if (terminal.output.includes('END 130')) await untilNothingIsLeft(person);
  });

  it('two at the same moment are two', async () => {
    const [one, two] = await Promise.all([start('sleep 30'), start('sleep 30')]);
    expect(one).not.toBe(two);
    expect((await running(person)).length).toBe(2);
    for (const id of await running(person)) await docker.getContainer(id).kill();
    await untilNothingIsLeft(person);
    for (const id of [one, two]) expect((await sandbox('attach', id)).code).toBe(137);
  });
});

/** The process that keeps the person's only session, as soon as it has written itself down. */
async function keeperOf(person: Person): Promise<number> {
  const sessions = join(person.home, '.local/state/sandbox/sessions');
  for (;;) {
    const [id] = (await leftovers(person)).sessions;
    const record = id === undefined ? null : join(sessions, id, 'session.json');
    if (record !== null && existsSync(record))
      return (JSON.parse(readFileSync(record, 'utf8')) as { owner: { pid: number } }).owner.pid;
    await sleep(5);
  }
}
