import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { readlinkSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import Docker from 'dockerode';
import { describe, expect, it } from 'vitest';
import { leftovers } from '../support/engine.ts';
import { launcherOf } from '../support/launcher-of.ts';
import { makePerson } from '../support/person.ts';
import { installProduct } from '../support/product.ts';
import { Terminal } from '../support/terminal.ts';

const product = installProduct();

describe.each([makePerson('root'), makePerson('user')])('an odd terminal of $label', (person) => {
  const command = (script: string, cli = product.cli) =>
    `${process.execPath} ${cli} launch shell -q --network none -- sh -c '${script}'`;
  const open = (
    before: string,
    script: string,
    options: ConstructorParameters<typeof Terminal>[2] = {},
    cli?: string,
  ) =>
    new Terminal(
      person,
      [
        'sh',
        '-c',
        `trap : INT; ${before}; stty -g; ${command(script, cli)}; echo "END $?"; sleep 0.5; stty -g; echo AFTER`,
      ],
      options,
    );
  const settings = (output: string) =>
    output.split('\n').flatMap((line) => (/^[0-9a-f]+(:[0-9a-f]+){3,}/.test(line.trim()) ? [line.trim()] : []));

  it('a launcher that was stopped goes on: session, terminal and size are right', async () => {
    const terminal = open(
      'true',
      'stty raw -echo; echo ready; head -c 5; stty sane; until [ "$(stty size)" = "33 77" ]; do sleep 0.1; done; echo sized; exit 6',
    );
    await terminal.until('ready');
    const launcher = launcherOf(terminal.pid, product.cli);
    const device = readlinkSync(`/proc/${launcher}/fd/0`);
    process.kill(launcher, 'SIGSTOP');
    // What a shell does with the terminal when its job stops.
    execFileSync('stty', ['-F', device, 'sane']);
    terminal.resize(77, 33);
    await sleep(5000);
    process.kill(launcher, 'SIGCONT');
    for (
      let tries = 0;
      !execFileSync('stty', ['-F', device, '-a'], { encoding: 'utf8' }).includes('-icanon');
      tries++
    ) {
      expect(tries).toBeLessThan(200);
      await sleep(50);
    }
    terminal.type('hello');
    await terminal.until(/hello[\s\S]*sized[\s\S]*END 6/);
  });

  it('a terminal without a size, and one that changes when the program is gone', async () => {
    const none = open('stty cols 0 rows 0', 'stty size; exit 3');
    await none.until('END 3');
    const late = open('true', 'echo ready; sleep 0.3; exit 4');
    await late.until('ready');
    for (let at = 0; !late.output.includes('END'); at = (at + 1) % 50) {
      late.resize(60 + at, 20 + at);
      await sleep(10);
    }
    await late.until('END 4');
    expect(late.output).not.toMatch(/sandbox:|Error/);
  });

  it('keys that detach elsewhere arrive', async () => {
    person.file('.docker/config.json', '{"detachKeys":"a,b"}');
    const terminal = open('true', 'stty raw -echo; echo ready; head -c 5 | od -An -tx1; stty sane');
    await terminal.until('ready');
    terminal.type('\x10\x11abz');
    await terminal.until(/10 11 61 62 7a[\s\S]*END 0/);
  });

  it('a paste of 1 MB arrives whole', async () => {
    const paste = `\x1b[200~${'é\u{1f600} \u0001 [27;5;13~'.repeat(65_000)}\x1b[201~`;
    const bytes = Buffer.from(paste);
    expect(bytes.length).toBeGreaterThan(1_000_000);
    const terminal = open('true', `stty raw -echo; echo ready; head -c ${bytes.length} | sha256sum; stty sane`);
    await terminal.until('ready');
    terminal.type(paste);
    await terminal.until(createHash('sha256').update(bytes).digest('hex'), { timeout: 120_000 });
    await terminal.until('END 0');
  });

  it('a second SIGTERM ends an agent that ignores the first', async () => {
    const took: number[] = [];
    for (const signals of [1, 2]) {
      const terminal = open('true', 'trap "" TERM; echo started; while :; do sleep 0.2; done');
      await terminal.until('started');
      const launcher = launcherOf(terminal.pid, product.cli);
      const begun = performance.now();
      for (let sent = 0; sent < signals; sent++) {
        process.kill(launcher, 'SIGTERM');
        await sleep(300);
      }
      await terminal.until('END 143', { timeout: 60_000 });
      took.push(performance.now() - begun);
    }
    expect(took[1]).toBeLessThan(took[0] ?? 0);
  });

  it('a fault of the launcher itself ends the session and leaves the terminal sane', async () => {
    const script =
      'printf "\\033[?1049h\\033[?2004h"; trap "" TERM HUP; i=0; while :; do i=$((i+1)); echo $i > alive; sleep 0.2; done';
    const terminal = open(
      'true',
      script,
      { env: { HOOK_CRASH: 'after-ready', HOOK_DIR: '/nowhere' } },
      product.hookedCli,
    );
    await terminal.until('AFTER', { timeout: 60_000 });
    expect(terminal.output).toContain('a fault of the launcher');
    expect(terminal.output).not.toMatch(/END 0/);
    expect(settings(terminal.output)).toHaveLength(2);
    expect(new Set(settings(terminal.output)).size).toBe(1);
    expect(terminal.output).toContain('\x1b[?1049l');
    await sleep(3000);
    const seen = (await person.run(['cat', 'alive'])).stdout;
    await sleep(1000);
    expect((await person.run(['cat', 'alive'])).stdout).toBe(seen);
    expect((await person.run([process.execPath, product.cli, 'launch', 'shell', '-q', '--', 'true'])).code).toBe(0);
    expect(await leftovers(person)).toEqual({ containers: [], sessions: [] });
  });

  it('Ctrl-C while its image is built ends the launch, and no image is left', async () => {
    const text = `sleep 300.${Date.now()}`;
    const file = person.file('.config/sandbox/config.yaml', `image:\n  run: ['printf be; echo gun; ${text}']\n`, 0o600);
    const planned = await person.run([process.execPath, product.cli, 'plan', 'shell', '--json']);
    const { ref } = (JSON.parse(planned.stdout) as { plan: { image: { ref: string } } }).plan.image;
    const launch = `${process.execPath} ${product.cli} launch shell --yes -v -- true`;
    const terminal = new Terminal(person, [
      'sh',
      '-c',
      `trap : INT; stty -g; ${launch}; echo "END $?"; stty -g; echo AFTER`,
    ]);
    await terminal.until('begun', { timeout: 60_000 });
    terminal.type('\x03');
    await terminal.until(/END 130[\s\S]*AFTER/, { timeout: 60_000 });
    expect(new Set(settings(terminal.output)).size).toBe(1);
    await expect(new Docker().getImage(ref).inspect()).rejects.toMatchObject({ statusCode: 404 });
    rmSync(file);
  });

  it('leaves nothing behind', async () => {
    expect(await leftovers(person)).toEqual({ containers: [], sessions: [] });
  });
});
