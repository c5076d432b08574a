import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { leftovers } from '../support/engine.ts';
import { inventory } from '../support/inventory.ts';
import { finish, makePerson } from '../support/person.ts';
import type { Person } from '../support/person.ts';
import { installProduct } from '../support/product.ts';
import { Terminal } from '../support/terminal.ts';

const product = installProduct();
const login = (person: Person, args: readonly string[], cwd = person.project) =>
  person.run([process.execPath, product.cli, 'login', ...args], { cwd });
const inTerminal = (person: Person, agent: string) =>
  new Terminal(person, [process.execPath, product.cli, 'login', agent], { cwd: person.home, cols: 200 });
const left = () => readdirSync('/var/tmp').filter((name) => name.startsWith('sandbox-login-'));

/** No account is here: each agent's own login goes as far as it can without one. */
describe('sandbox login', () => {
  it('codex asks for a device code: no callback, no terminal; its error is its own, and the verdict is what lies there', async () => {
    const person = makePerson('user');
    const { code, stderr, stdout } = await login(person, ['codex'], person.home);
    expect(stderr).toMatch(/Codex prints an address and a code/);
    expect(stderr).toContain(`the login is stored in ${person.home}/.codex/auth.json`);
    expect(stderr + stdout).toMatch(/auth\.openai\.com\/api\/accounts\/deviceauth/);
    expect(stderr).toMatch(/Codex is not signed in\n$/);
    expect(stderr).not.toMatch(/not signed in here/);
    expect(code).toBe(1);
    expect(await leftovers(person)).toEqual({ containers: [], sessions: [] });
    expect(left()).toEqual([]);
  });

  it('claude prints its address and waits for the code; left with Ctrl-C, nobody is signed in', async () => {
    const person = makePerson('user');
    const terminal = inTerminal(person, 'claude');
    await terminal.untilWords('Paste code here', { timeout: 60_000 });
    expect(terminal.words()).toContain('paste the code you get there here');
    expect(terminal.output).toMatch(/https:\/\/claude\.(ai|com)\//);
    terminal.type('\x03');
    const { code } = await terminal.ended;
    expect(terminal.words()).toContain('Claude Code is not signed in');
    expect(code).toBeGreaterThan(0);
    expect(await leftovers(person)).toEqual({ containers: [], sessions: [] });
  });

  it('pi is started, and said to know /login; ended well without one, the code is 1', async () => {
    const person = makePerson('user');
    const terminal = inTerminal(person, 'pi');
    await terminal.untilWords('type /login and follow it', { timeout: 60_000 });
    const started = terminal.output.length;
    await terminal.until(/ctrl\+|\/ for|\/login|model/i, { from: started, timeout: 60_000 });
    await sleep(1500);
    terminal.type('/quit');
    for (let tries = 0; tries < 10 && !terminal.words().includes('not signed in'); tries += 1) {
      await sleep(700);
      terminal.type('\r');
    }
    expect((await terminal.ended).code).toBe(1);
    expect(terminal.words()).toContain('Pi is not signed in');
  });

  it('a login that is there is said, nothing is started, and its mode is looked at', async () => {
    const person = makePerson('user');
    person.file('.codex/auth.json', '{"tokens":{"access_token":"x"}}', 0o644);
    const before = inventory(person.home);
    const { code, stderr } = await login(person, ['codex']);
    expect(code).toBe(0);
    expect(stderr).toMatch(/others may get at .*auth\.json \(mode 0644\)/);
    expect(stderr).toMatch(/Codex is signed in already; to sign in again: sandbox login codex --yes/);
    expect(inventory(person.home)).toEqual(before);
    const again = await login(person, ['codex', '--yes']);
    expect(again.stderr).toMatch(/Codex prints an address/);
    // Codex removes its login before it asks for a new one.
    expect(stderr).toMatch(/gives the present login up, perhaps before there is a new one/);
    expect(again.code).toBeGreaterThan(0);
    expect(again.stderr).toMatch(/Codex is not signed in\n$/);
  });

  it.each([
    [['shell'], 'shell has no login'],
    [['claude'], 'needs a terminal'],
    [['pi'], 'needs a terminal'],
    [['codex', '--reseed'], '--reseed is for claude'],
    [['pi', '--reseed'], '--reseed is for claude'],
    [['shell', '--reseed'], 'shell has no login'],
    [['claude', '--reseed', '--', 'x'], 'takes nothing after --'],
    [['claude', '--reseed'], 'there is no '],
    [['nobody'], 'nobody'],
  ])('%j: 64, and nothing is made', async (args, line) => {
    const person = makePerson('user');
    const before = inventory(person.home);
    const { code, stderr } = await login(person, args);
    expect([code, stderr]).toEqual([64, expect.stringContaining(line)]);
    expect(inventory(person.home)).toEqual(before);
  });
});

describe('sandbox login claude --reseed', () => {
  const old = '{"theme":"light","userID":"old"}';
  function reseedable() {
    const person = makePerson('user');
    person.file('.claude.json', JSON.stringify({ theme: 'dark', tips: 1, projects: { [person.project]: { a: 1 } } }));
    person.file('.claude/.claude.json', old, 0o600);
    return person;
  }

  it('makes it again, keeps the old one, and touches nothing else', async () => {
    const person = reseedable();
    person.file('.claude/settings.json', '{}');
    const before = inventory(person.home);
    const { code, stderr } = await login(person, ['claude', '--reseed']);
    expect([code, stderr]).toEqual([0, expect.stringMatching(/was made again from .*\n.*the one before is kept: /)]);
    const directory = join(person.home, '.claude');
    const backup = readdirSync(directory).find((name) => name.startsWith('.claude.json.before-reseed-')) ?? '';
    expect(readFileSync(join(directory, backup), 'utf8')).toBe(old);
    expect(JSON.parse(readFileSync(join(directory, '.claude.json'), 'utf8'))).toEqual({
      theme: 'dark',
      projects: { [person.project]: { a: 1 } },
    });
    const rest = (lines: readonly string[]) => lines.filter((line) => !line.includes('.claude/.claude.json'));
    expect(rest(inventory(person.home))).toEqual(rest(before));
  });

  it.each([
    ['broken', '{"secret', 77, /not valid JSON/],
    ['saying nothing', '{"tips":1}', 77, /says nothing that a session needs/],
  ])('changes nothing when the host’s file is %s', async (_, text, expected, reason) => {
    const person = reseedable();
    person.file('.claude.json', text);
    const before = inventory(person.home);
    const { code, stderr } = await login(person, ['claude', '--reseed']);
    expect([code, stderr]).toEqual([expected, expect.stringMatching(reason)]);
    expect(stderr).not.toContain('secret');
    expect(inventory(person.home)).toEqual(before);
  });

  it('is refused while a session uses it', async () => {
    const person = reseedable();
    const live = new Terminal(person, [process.execPath, product.cli, 'launch', 'claude', '--network', 'none']);
    onTestFinished(() => live.kill('SIGKILL'));
    await live.untilWords('claude in ', { timeout: 60_000 });
    const sessions = join(person.home, '.local/state/sandbox/sessions');
    for (let tries = 0; tries < 200 && names(sessions).length === 0; tries += 1) await sleep(50);
    await sleep(500);
    const { code, stderr } = await login(person, ['claude', '--reseed']);
    expect([code, stderr]).toEqual([77, expect.stringMatching(/session [0-9a-f]+ uses .*\.claude at this moment/)]);
    expect(readdirSync(join(person.home, '.claude')).filter((name) => name.includes('before-reseed'))).toEqual([]);
    await finish(person.start([process.execPath, product.cli, 'stop', names(sessions)[0] ?? '']));
    await live.ended;
    expect((await login(person, ['claude', '--reseed'])).code).toBe(0);
  });
});

function names(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
