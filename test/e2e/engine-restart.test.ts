import { createServer } from 'node:net';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import Docker from 'dockerode';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { faults } from '../support/engine-fault.ts';
import { leftovers, running } from '../support/engine.ts';
import { runHere } from '../support/in-process.ts';
import { long } from '../support/long.ts';
import { makePerson, readText } from '../support/person.ts';
import { installProduct } from '../support/product.ts';
import { ScriptedEngine } from '../support/scripted-engine.ts';
import { Terminal } from '../support/terminal.ts';

const product = installProduct();
const docker = new Docker();
const me = makePerson('root');
let engine: ScriptedEngine;
let host: { DOCKER_HOST: string };

beforeAll(async () => {
  engine = await ScriptedEngine.start();
  host = { DOCKER_HOST: `unix://${engine.socketPath}` };
});
afterAll(() => engine.close());
beforeEach(() => engine.heal());

const launchTrue = ['launch', 'shell', '-T', '--', 'true'];
const code = (stderr: string): string | null => /^ {2}\[([A-Z_]+)\]$/m.exec(stderr)?.[1] ?? null;

describe.each([makePerson('user'), ...(long ? [makePerson('root')] : [])])('during a session of $label', (person) => {
  /** A session in a terminal whose settings are asked before and after; resolves when the agent runs. */
  async function session(script: string): Promise<Terminal> {
    const command = `${process.execPath} ${product.cli} launch shell -- sh -c '${script}'`;
    const terminal = new Terminal(
      person,
      // What is written right before the end of a pseudo-terminal may be lost with it: hence the pause.
      ['sh', '-c', `trap : INT; stty -g; ${command}; echo "END $?"; stty -g; echo AFTER; sleep 2`],
      { env: host },
    );
    await terminal.until(/^up/m);
    return terminal;
  }
  async function ended(terminal: Terminal): Promise<string> {
    await terminal.until(/^AFTER/m, { timeout: 60_000 });
    const settings = terminal.output.split('\n').filter((line) => /^[0-9a-f]+(:[0-9a-f]+){3,}/.test(line.trim()));
    expect(settings).toHaveLength(2);
    expect(settings[0]).toBe(settings[1]);
    return terminal.output;
  }
  const next = () => person.run([process.execPath, product.cli, 'launch', 'shell', '--', 'true'], { env: host });
  const kill = async (): Promise<void> => {
    for (const id of await running(person)) await docker.getContainer(id).kill();
  };

  it('the engine ends and takes the session along: said so, and the next launch clears up', async () => {
    const terminal = await session('echo up; sleep 60');
    await engine.goAway();
    await kill();
    const output = await ended(terminal);
    expect(output).toMatch(/the engine stopped or went away during the session/);
    expect(output).toMatch(/\[ENGINE_UNREACHABLE\][\s\S]*END 69/);
    expect((await next()).stderr).toContain('[ENGINE_NOT_RUNNING]');
    await engine.comeBack();
    expect((await next()).code).toBe(0);
    expect(await leftovers(person)).toEqual({ containers: [], sessions: [] });
  });

  it('the engine is back at once, and the session it took along is not taken for an agent that ended', async () => {
    const terminal = await session('echo up; sleep 60');
    await engine.goAway();
    await Promise.all([kill(), engine.comeBack()]);
    expect(await ended(terminal)).toMatch(/\[ENGINE_[A-Z_]+\][\s\S]*END 69/);
    expect((await next()).code).toBe(0);
    expect(await leftovers(person)).toEqual({ containers: [], sessions: [] });
  });

  it('the engine ends and the session outlives it: its lease ends it, and the next launch clears up', async () => {
    const terminal = await session('echo up; sleep 60');
    await engine.goAway();
    expect(await ended(terminal)).toMatch(/\[ENGINE_UNREACHABLE\][\s\S]*END 69/);
    await expect.poll(() => running(person), { timeout: 20_000 }).toEqual([]);
    await engine.comeBack();
    expect((await next()).code).toBe(0);
    expect(await leftovers(person)).toEqual({ containers: [], sessions: [] });
  });

  it('the engine stops the session and says so before it ends itself', async () => {
    const terminal = await session('echo up; sleep 60');
    engine.fault(/^(GET|DELETE) \/containers/, faults['dropped, not done']);
    await kill();
    const output = await ended(terminal);
    expect(output).toMatch(/the engine stopped or went away during the session/);
    expect(output).toMatch(/END 69/);
    await engine.heal();
    expect((await next()).code).toBe(0);
    expect(await leftovers(person)).toEqual({ containers: [], sessions: [] });
  });

  it('the connection is closed and the session lives: said so, and it is ended', async () => {
    const terminal = await session('echo up; sleep 60');
    engine.cut(/attach/);
    const output = await ended(terminal);
    expect(output).toMatch(/the engine closed the session’s connection[\s\S]*cannot be attached to again[\s\S]*END 69/);
    expect(await leftovers(person)).toEqual({ containers: [], sessions: [] });
  });

  it('the wait alone is lost: nothing is missed', async () => {
    const terminal = await session('echo up; read -r line; echo "got $line"; exit 7');
    engine.cut(/wait/);
    terminal.type('it\r');
    expect(await ended(terminal)).toMatch(/got it[\s\S]*END 7/);
    expect(await leftovers(person)).toEqual({ containers: [], sessions: [] });
  });
});

describe('a connection that breaks once', () => {
  it.each(['GET \\/info', 'GET \\/images', 'GET \\/containers\\/json', 'GET \\/containers\\/\\w+\\/json', 'DELETE'])(
    '%s is asked again',
    async (route) => {
      engine.fault(new RegExp(`^${route}`), faults['dropped, done'], 1);
      const result = await runHere(me, ['launch', 'shell', '-T', '--', 'sh', '-c', 'exit 3'], { env: host });
      expect(result.code).toBe(3);
      expect(result.stderr).not.toContain('warning: could not');
      // A container is looked at before GO and after a bad end.
      const usual = route.includes('w+') ? 2 : 1;
      expect(engine.requests.filter((request) => new RegExp(`^${route}`).test(request))).toHaveLength(usual + 1);
      expect(await leftovers(me)).toEqual({ containers: [], sessions: [] });
    },
  );

  it.each(['create', 'start', 'attach'])('%s is not, and what it began is removed', async (verb) => {
    engine.fault(new RegExp(`^POST /containers/.*${verb}`), faults['dropped, done'], 1);
    const result = await runHere(me, launchTrue, { env: host });
    expect([result.code, code(result.stderr)]).toEqual([69, 'ENGINE_UNREACHABLE']);
    expect(engine.requests.filter((request) => request.startsWith('POST') && request.includes(verb))).toHaveLength(1);
    expect(await leftovers(me)).toEqual({ containers: [], sessions: [] });
  });
});

describe('a container that was made although its making seemed to fail', () => {
  it('and whose removal fails too, is found by its labels and removed by the next launch', async () => {
    const person = makePerson('user');
    const launch = () => person.run([process.execPath, product.cli, ...launchTrue], { env: host });
    engine.fault(/^POST \/containers\/create/, faults['dropped, done'], 1);
    engine.fault(/^DELETE/, faults['dropped, not done'], 2);
    const first = await launch();
    expect([first.code, code(first.stderr)]).toEqual([69, 'ENGINE_UNREACHABLE']);
    expect(first.stderr).toContain('warning: could not remove the container');
    expect((await leftovers(person)).containers).toEqual([expect.stringMatching(/ created$/)]);
    expect((await launch()).code).toBe(0);
    expect(await leftovers(person)).toEqual({ containers: [], sessions: [] });
  });
});

describe('versions of the API', () => {
  it.each<[string | null, string, string | null, string | null]>([
    ['1.41', '1.12', null, '1.41'],
    ['1.44', '1.24', null, '1.44'],
    ['1.47', '1.24', null, '1.47'],
    ['1.51', '1.44', null, '1.51'],
    ['1.52', '1.44', null, '1.51'],
    ['1.60', '1.55', 'ENGINE_TOO_NEW', '1.51'],
    ['1.40', '1.12', 'ENGINE_TOO_OLD', null],
    ['1.24', '1.12', 'ENGINE_TOO_OLD', null],
    ['newest', '1.12', 'ENGINE_UNREACHABLE', null],
    [null, '1.12', 'ENGINE_UNREACHABLE', null],
  ])('an engine of %s, at least %s: %s', async (newest, oldest, problem, spoken) => {
    engine.speak(newest, oldest);
    const result = await runHere(me, launchTrue, { env: host });
    expect([result.code, code(result.stderr)]).toEqual([problem === null ? 0 : 69, problem]);
    expect([...new Set(engine.versions)]).toEqual(spoken === null ? [] : [spoken]);
  });
});

describe('what a program reads', () => {
  it.each([
    ['check', 'shell'],
    ['image', 'list'],
  ])('%s %s --json is one object, whatever the engine says', async (...words) => {
    engine.fault(/^GET \/(info|images\/json)/, faults['500, hostile text']);
    const result = await runHere(me, [...words, '--json'], { env: host });
    expect(result.code).toBe(69);
    expect(JSON.parse(result.stdout)).toMatchObject({
      command: words[0] === 'check' ? 'check' : 'image list',
      outcome: 'failed',
      error: { code: 'ENGINE_FAILED', message: expect.any(String), hint: expect.any(String) },
    });
    expect(result.stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f]/);
  });

  it('the report of a launch names the engine as the reason', async () => {
    const report = join(me.home, 'report.json');
    engine.fault(/^POST \/containers\/\w+\/start/, faults['status 500']);
    await runHere(me, ['launch', 'shell', '-T', '--report', report, '--', 'true'], { env: host });
    expect(JSON.parse(readText(report))).toMatchObject({ exit: { code: 69, reason: 'engine' } });
  });
});

describe('an engine that cannot be used', () => {
  const person = makePerson('user');
  const problem = async (value: string): Promise<{ code: string | null; text: string }> => {
    const result = await person.run([process.execPath, product.cli, ...launchTrue], { env: { DOCKER_HOST: value } });
    expect(result.code).toBe(69);
    const text = result.stderr.split('\n').slice(-4).join('\n');
    return { code: code(result.stderr), text };
  };

  it('is told apart: not running, no permission, remote, too old, not answering, nonsense', async () => {
    const other = await ScriptedEngine.start();
    const value = `unix://${other.socketPath}`;
    const found: { code: string | null; text: string }[] = [await problem(`unix://${join(person.home, 'none.sock')}`)];
    chmodSync(other.socketPath, 0o600);
    found.push(await problem(value), await problem('tcp://192.0.2.1:2375'));
    chmodSync(other.socketPath, 0o666);
    other.speak('1.24');
    found.push(await problem(value));
    await other.heal();
    other.fault(/^GET \/_ping/, faults['no answer']);
    found.push(await problem(value));
    await other.goAway();
    found.push(await problem(value));
    await other.close();
    const path = join(person.home, 'other.sock');
    const server = createServer((socket) => socket.end('220 mail.example ESMTP\u001b[2J\r\n')).listen(path);
    await new Promise((resolve) => server.once('listening', resolve));
    chmodSync(path, 0o666);
    found.push(await problem(`unix://${path}`));
    server.close();
    expect(found.map(({ code }) => code)).toEqual([
      'ENGINE_NOT_RUNNING',
      'ENGINE_NO_PERMISSION',
      'ENGINE_REMOTE',
      'ENGINE_TOO_OLD',
      'ENGINE_TIMEOUT',
      'ENGINE_NOT_RUNNING',
      'ENGINE_UNREACHABLE',
    ]);
    expect(new Set(found.map(({ text }) => text)).size).toBe(found.length);
  });
});
