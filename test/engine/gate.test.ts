import Docker from 'dockerode';
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, readFileSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { encodePath } from '../../battery/encode-path.ts';
import { FrameParser } from '../../battery/parse-frame.ts';
import { runSessionChecks } from '../../battery/run.ts';
import { GateContainer } from './gate-container.ts';
import type { GateOptions } from './gate-container.ts';

const docker = new Docker({ socketPath: '/var/run/docker.sock' });
const root = process.getuid?.() === 0;
const own = process.getuid?.() ?? 1000;
const cases = (root ? [1000, 0] : [own]).flatMap((uid) => [
  { uid, tty: false },
  { uid, tty: true },
]);

let live: GateContainer | null = null;
afterEach(async () => {
  await live?.remove();
  live = null;
});

async function start(options: GateOptions): Promise<GateContainer> {
  return (live = await GateContainer.start(docker, { uid: root ? 1000 : own, ...options }));
}

describe.each(cases)('the gate as uid $uid, tty $tty', ({ uid, tty }) => {
  const run = (options: GateOptions): Promise<GateContainer> => start({ uid, tty, ...options });

  it('attests, waits, becomes the agent, and its exit code passes', async () => {
    const gate = await run({ argv: ['codex', '-c', 'echo "in $PWD"; exit 37'] });
    const facts = await gate.facts();
    expect(runSessionChecks(facts, gate.plan).filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
    expect(facts.attestation.cwd).toBe('/');
    gate.say(`WAIT ${gate.nonce}`);
    gate.say(`GO ${gate.nonce}`);
    expect(await gate.exit()).toBe(37);
    expect(await gate.agentOutput()).toBe(`in /home/u/code/app/src${tty ? '\r\n' : '\n'}`);
    expect(gate.errors.toString()).toBe('');
  });

  it('gives the agent its variables, and init and the engine none of them', async () => {
    const value = 'a=b c\n\tü"\'$(x)';
    const gate = await run({
      argv: ['codex', '-c', 'stty -opost 2>/dev/null; env; cat'],
      env: ['OPEN=kept', 'PERL5OPT=-Mnone'],
    });
    await gate.facts();
    gate.variable(`SECRET_TOKEN=${value}`);
    gate.variable('EMPTY=');
    gate.variable('OPEN=replaced');
    await gate.go();
    const seen = await gate.until(() => (gate.afterReady()?.includes('EMPTY=') ? gate.afterReady() : null));
    expect(seen?.toString()).toContain(`SECRET_TOKEN=${value}`);
    expect(seen?.toString()).toContain('OPEN=replaced');
    expect(seen?.toString()).toContain('PERL5OPT=-Mnone');
    expect(seen?.toString()).not.toMatch(/SANDBOX_GATE_|PERL_BADLANG/);
    const init = readFileSync(`/proc/${await gate.pid()}/environ`, 'latin1');
    expect(init).toContain('OPEN=kept');
    expect(init).not.toContain('SECRET_TOKEN');
  });

  it('takes a value of 130,000 bytes', async () => {
    const gate = await run({ argv: ['codex', '-c', 'echo "${#LONG} ${LONG%${LONG#??????????}}"'] });
    await gate.facts();
    gate.variable(`LONG=${'0123456789'.repeat(13_000)}`);
    await gate.go();
    expect((await gate.agentOutput()).trim()).toBe('130000 0123456789');
  });

  it('takes a line of 200 kB; what the kernel then refuses is said, with 126', async () => {
    const gate = await run({});
    await gate.facts();
    gate.variable(`LONG=${'x'.repeat(200_000)}`);
    gate.say(`GO ${gate.nonce}`);
    expect(await gate.exit()).toBe(126);
    expect(`${await gate.agentOutput()}${gate.errors}`).toContain(
      'sandbox: cannot execute codex: Argument list too long',
    );
  });

  it('passes the bytes that follow READY exactly', async () => {
    const bytes = Buffer.from(Array.from({ length: 4096 }, (_, index) => index % 256));
    const gate = await run({
      argv: [
        'codex',
        '-c',
        `${tty ? 'stty raw -echo; echo on; ' : 'echo on; '}exec /usr/bin/perl -e '
      my $n = 0; while ($n < 4096) { my $c = sysread STDIN, my $b, 4096 - $n; last unless $c; $n += $c; syswrite STDOUT, $b }'`,
      ],
    });
    await gate.go();
    if (tty) await gate.until(() => (gate.afterReady()?.includes('on') ? true : null));
    gate.type(bytes);
    await gate.exit();
    const output = gate.afterReady() ?? Buffer.alloc(0);
    expect(output.subarray(output.indexOf('\n') + 1).equals(bytes)).toBe(true);
  });

  it('loses no key typed right after READY', async () => {
    const gate = await run({ argv: ['codex', '-c', 'read -r line; echo "got $line"'] });
    await gate.facts();
    gate.say(`GO ${gate.nonce}`);
    await gate.until(() => gate.afterReady());
    gate.type('early words\n');
    expect(await gate.agentOutput()).toContain('got early words');
  });

  it.each([
    ['GO of another session', 'GO 00000000000000000000000000000000'],
    ['an unknown word', 'EXEC true'],
    ['ENV that is not base64', 'ENV NONCE $$$'],
    ['ENV without a name', `ENV NONCE ${Buffer.from('=x').toString('base64')}`],
    ['ENV with a NUL', `ENV NONCE ${Buffer.from('A=\0').toString('base64')}`],
    ['GO with something behind it', 'GO NONCE now'],
  ])('ends with 97 on %s', async (_, line) => {
    const gate = await run({ argv: ['codex', '-c', 'echo started'] });
    await gate.facts();
    gate.say(line.replace('NONCE', gate.nonce));
    expect(await gate.exit()).toBe(97);
    expect(gate.output.includes('started')).toBe(false);
  });

  it('ends with 97 after silence, and WAIT begins the time anew', async () => {
    const gate = await run({ timeout: 2 });
    await gate.facts();
    const begun = Date.now();
    for (let round = 0; round < 3; round++) {
      await new Promise((resolve) => setTimeout(resolve, 1000));
      gate.say(`WAIT ${gate.nonce}`);
    }
    expect(await gate.exit()).toBe(97);
    expect(Date.now() - begun).toBeGreaterThan(4500);
  });

  it('ends at once when the launcher was gone before it began', async () => {
    const begun = Date.now();
    const gate = await run({ launcherGone: true });
    expect(await gate.exit()).toBe(97);
    expect(gate.errors.toString() + gate.output.toString()).toContain('the launcher is gone');
    expect(Date.now() - begun).toBeLessThan(5000);
  });

  it.each([
    ['before GO', false, 'cat'],
    ['after GO', true, 'cat'],
    ['after GO, TERM ignored', true, "trap '' TERM HUP INT; while :; do sleep 1; done"],
  ])('ends everything when the lease ends %s', async (_, go, script) => {
    const gate = await run({ argv: ['codex', '-c', script] });
    if (go) await gate.go();
    else await gate.facts();
    const begun = Date.now();
    gate.dropLease();
    await gate.exit();
    expect(Date.now() - begun).toBeLessThan(script === 'cat' ? 1500 : 4500);
  });
});

describe('the gate', () => {
  it('puts the terminal back as it was before READY', async () => {
    const gate = await start({ tty: true, argv: ['codex', '-c', 'stty -g; cat'] });
    await gate.go();
    const state = await gate.until(() =>
      /^[0-9a-f:]+\r\n$/.test(String(gate.afterReady())) ? gate.afterReady() : null,
    );
    // icrnl ixon | opost onlcr | … | isig icanon echo …: Linux's defaults of a new pty.
    expect(state?.toString()).toMatch(/^500:5:[0-9a-f]+:8a3b:/);
    gate.type('\x03');
    expect(await gate.exit()).toBe(130);
  });

  it('finds the doors of the host closed', async () => {
    const gate = await start({});
    const { probes, fds, listings } = (await gate.facts()).attestation;
    const calls = Object.entries(probes).filter(([name]) => /^(syscall|socket):/.test(name));
    expect(calls.length).toBeGreaterThan(10);
    // io_uring is denied by newer engines' filters only.
    expect(calls.filter(([name, answer]) => answer === 'yes' && name !== 'syscall:io_uring_setup')).toEqual([]);
    const files = Object.entries(probes).filter(([name]) => /^(create|open-write|read):/.test(name));
    expect(files.filter(([, answer]) => answer === 'yes' || answer === 'data')).toEqual([]);
    expect(Object.keys(fds)).toEqual(['0', '1', '2']);
    expect(listings['/dev']?.filter(({ type }) => type === 'b')).toEqual([]);
    expect(probes['limit:Max core file size']).toBe('0 0');
  });

  it('leaves nothing of its probes in any mount', async () => {
    const gate = await start({});
    await gate.facts();
    for (const name of readdirSync(gate.root)) {
      const path = `${gate.root}/${name}`;
      if (statSync(path).isDirectory())
        expect(readdirSync(path, { recursive: true }).filter((each) => String(each).includes('sandbox-probe'))).toEqual(
          [],
        );
    }
  });

  it('reads back a regular file when it is asked to, and nothing else', async () => {
    const gate = await start({ argv: ['codex', '-c', 'echo on'] });
    await gate.facts();
    const own = `${gate.root}/workspace`;
    writeFileSync(`${own}/a b`, 'é\n\u0000x');
    symlinkSync('a b', `${own}/link`);
    execFileSync('mkfifo', [`${own}/fifo`]);
    writeFileSync(`${own}/large`, 'x'.repeat(100_000));
    const answers: (string | null)[] = [];
    const target = gate.plan.workspace.target;
    for (const name of ['a b', 'link', 'fifo', '.', 'absent', 'large']) {
      gate.say(`READ ${gate.nonce} ${encodePath(`${target}/${name}`)}`);
      const answer = await gate.until(() => {
        const reads = new FrameParser(gate.nonce).push(gate.output).filter(({ kind }) => kind === 'read');
        const frame = reads[answers.length];
        return frame?.kind === 'read' ? { value: JSON.parse(frame.json) as string | null } : null;
      });
      answers.push(answer.value);
    }
    const [text, ...others] = answers;
    expect(Buffer.from(text ?? '', 'latin1').toString()).toBe('é\n\u0000x');
    expect(others).toEqual([null, null, null, null, 'x'.repeat(65_536)]);
    gate.say(`GO ${gate.nonce}`);
    expect(await gate.exit()).toBe(0);
    expect(await gate.agentOutput()).toMatch(/^on\r?\n$/);
  });

  it('leaves the agent no io_uring, and no socket to the hypervisor or the kernel’s cryptography, on any engine', async () => {
    const [ring, socket] = process.arch === 'x64' ? [425, 41] : [425, 198];
    const tries = [`${ring}, 0, 0`, `${socket}, 38, 5, 0`, `${socket}, 40, 1, 0`, `${socket}, 1, 1, 0`];
    const code = tries.map((call) => `print syscall(${call}) < 0 ? $! + 0 : "open", "\\n";`).join(' ');
    const gate = await start({ argv: ['codex', '-c', `/usr/bin/perl -e '${code}'`] });
    await gate.go();
    expect((await gate.agentOutput()).trim().split(/\r?\n/)).toEqual(['1', '1', '1', 'open']);
  });

  it('ends with 97 when its input ends', async () => {
    const gate = await start({});
    await gate.facts();
    gate.closeInput();
    expect(await gate.exit()).toBe(97);
    expect(gate.errors.toString()).toBe('sandbox: gate: the launcher is gone\n');
  });

  it('leaves the agent no descriptor, child or process group of its own', async () => {
    const gate = await start({ argv: ['codex', '-c', 'echo ready; cat'] });
    await gate.go();
    const pid = await gate.pid();
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
    const names = children.map((child) => readFileSync(`/proc/${child}/cmdline`, 'latin1').split('\0')[0]);
    expect(names.sort()).toEqual(['codex', 'sandbox-lease']);
    for (const child of children) {
      const descriptors = readdirSync(`/proc/${child}/fd`).map(Number);
      if (readFileSync(`/proc/${child}/cmdline`, 'latin1').startsWith('codex')) expect(descriptors).toEqual([0, 1, 2]);
      else expect(descriptors.length).toBe(4);
    }
  });

  it('looks the command up before it is started, and says when it is not there', async () => {
    const gate = await start({ argv: ['no-such-agent'] });
    expect((await gate.facts()).attestation.command).toBeNull();
    gate.say(`GO ${gate.nonce}`);
    expect(await gate.exit()).toBe(127);
    expect(gate.errors.toString()).toBe('sandbox: cannot execute no-such-agent: No such file or directory\n');
  });

  it('runs a script without #! as a shell would', async () => {
    const gate = await start({
      argv: ['./script', 'word'],
      plan: (plan) => ({ ...plan, agent: 'shell', workspace: { ...plan.workspace, cwd: plan.workspace.target } }),
      mutate: (_, folder) => {
        writeScript(`${folder}/workspace/script`);
      },
    });
    await gate.go();
    expect(await gate.agentOutput()).toBe('script word\n');
  });

  it('can be silent for 20 s, no longer', { timeout: 40_000 }, async () => {
    const gate = await start({});
    const begun = Date.now();
    expect(await gate.exit()).toBe(97);
    expect(Date.now() - begun).toBeGreaterThan(19_000);
    expect(Date.now() - begun).toBeLessThan(23_000);
  });
});

function writeScript(path: string): void {
  writeFileSync(path, 'echo "script $1"\n');
  chmodSync(path, 0o755);
}

it('ends itself alone when its process namespace is the host’s', { timeout: 30_000 }, async () => {
  // A user id nobody else has: what a wrong end would take with it is only this.
  const bystander = spawn('sleep', ['60'], root ? { uid: 64_322, gid: 64_322 } : {});
  try {
    const gate = await start({
      uid: root ? 64_322 : own,
      argv: ['codex', '-c', 'echo running; sleep 60'],
      mutate: (body) => void (body.HostConfig.PidMode = 'host'),
    });
    await gate.go();
    gate.dropLease();
    expect(await gate.exit()).toBeGreaterThan(128);
    expect(bystander.exitCode ?? bystander.signalCode).toBeNull();
  } finally {
    bystander.kill('SIGKILL');
  }
});
