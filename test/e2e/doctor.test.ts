import { execFileSync } from 'node:child_process';
import { chmodSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { examine as examineWith } from '../support/examine.ts';
import type { Line } from '../support/examine.ts';
import { makePerson } from '../support/person.ts';
import type { Person } from '../support/person.ts';
import { installProduct } from '../support/product.ts';
import { ScriptedEngine } from '../support/scripted-engine.ts';
import { treeInventory } from '../support/tree-inventory.ts';

const product = installProduct();
let engine: ScriptedEngine;
beforeAll(async () => {
  engine = await ScriptedEngine.start();
});
afterAll(() => engine.close());
beforeEach(() => engine.heal());

const examine = (person: Person, env: Record<string, string> = {}) => examineWith(product, person, env);
const scripted = () => ({ DOCKER_HOST: `unix://${engine.socketPath}` });
/** A directory below the person's home that is a file system of its own, on a loop device. */
function loopDevice(person: Person, megabytes: number): string {
  const image = `${person.home}.img`;
  const place = person.directory('small');
  execFileSync('truncate', ['-s', `${megabytes}M`, image]);
  execFileSync('mkfs.ext4', ['-q', '-F', image], { stdio: 'pipe' });
  execFileSync('mount', ['-o', 'loop', image, place]);
  onTestFinished(() => void execFileSync('umount', [place]));
  return place;
}

describe.each(['root', 'user'] as const)('sandbox doctor of %s', (kind) => {
  it('finds no fault in a healthy machine, and leaves nothing behind', async () => {
    const person = makePerson(kind);
    const paths = () => treeInventory(person.home).map((entry) => entry.split(' ')[0]);
    const before = paths();
    const { code, failing, line, result } = await examine(person);
    expect([code, failing]).toEqual([0, []]);
    expect(result).toMatchObject({ schema: 'sandbox/1', command: 'doctor', outcome: 'ok', error: null });
    expect(line('shared-paths')).toMatchObject({ state: 'ok', mend: null });
    expect(paths()).toEqual(before);
    const label = ['ps', '-aq', '--filter', 'label=dev.sandbox.doctor'];
    expect(execFileSync('docker', label, { encoding: 'utf8' })).toBe('');
  });

  it('a stopped engine: a socket on which nothing listens', async () => {
    await engine.goAway();
    const { code, failing, line } = await examine(makePerson(kind), scripted());
    expect([code, failing]).toEqual([1, ['engine']]);
    expect(line('engine').found).toContain('ENGINE_NOT_RUNNING');
    expect(line('engine').mend).toContain('start docker');
    expect(line('shared-paths').state).toBe('not-available');
  });

  it('an engine with another time', async () => {
    engine.answer(/^GET \/info/, { body: JSON.stringify({ SystemTime: '2020-01-01T00:00:00.123456789Z' }) });
    const { code, line } = await examine(makePerson(kind), scripted());
    expect(code).toBe(1);
    expect(line('clock')).toMatchObject({ state: 'fail', found: expect.stringMatching(/ s behind$/) });
  });

  it('an engine that does not see the files of this machine', async () => {
    const message = 'invalid mount config for type "bind": bind source path does not exist';
    engine.answer(/^POST \/containers\/create/, { status: 400, body: JSON.stringify({ message }) });
    const { code, failing, line } = await examine(makePerson(kind), scripted());
    expect([code, failing]).toEqual([1, ['shared-paths']]);
    expect(line('shared-paths').found).toContain('bind source path does not exist');
  });

  it('an image of another version than the pinned one', async () => {
    const digest = '0123456789abcdef';
    const labels = {
      'dev.sandbox.image': 'agent',
      'dev.sandbox.digest': digest,
      'dev.sandbox.agent': 'codex',
      'dev.sandbox.agent-version': '0.0.1',
    };
    const image = { Id: `sha256:${'a'.repeat(64)}`, RepoTags: [`sandbox-agent-codex:${digest}`], Labels: labels };
    engine.answer(/^GET \/images\/json/, { body: JSON.stringify([{ ...image, Size: 1, Created: 1 }]) });
    const { code, line } = await examine(makePerson(kind), scripted());
    expect(code).toBe(0);
    expect(line('images')).toMatchObject({ state: 'warn', mend: 'sandbox image build all' });
    expect(line('images').found).toMatch(/codex 0\.0\.1 is stale: the version is /);
  });

  it('a full disk', async () => {
    const person = makePerson(kind);
    const place = loopDevice(person, 16);
    const { code, failing, line } = await examine(person, { XDG_STATE_HOME: place });
    expect([code, failing]).toEqual([1, ['disk']]);
    expect(line('disk').found).toContain(place);
  });

  it('a share that is not there any more', async () => {
    const person = makePerson(kind);
    person.directory('.agents');
    symlinkSync('/nowhere/share/.agents/skills', join(person.home, '.agents/skills'));
    const { code, failing, line } = await examine(person);
    expect([code, failing]).toEqual([1, ['skills']]);
    expect(line('skills').found).toContain('/nowhere/share/.agents/skills');
  });

  it('names every fault of the configuration, keys but no secrets', async () => {
    const person = makePerson(kind);
    person.file('.config/sandbox/config.yaml', 'networg: none\nmemory: lots\n');
    const { code, line, stdout } = await examine(person, { OPENAI_API_KEY: 'sk-very-secret' });
    expect(code).toBe(1);
    expect(line('configuration').found).toMatch(/networg.*memory/s);
    expect(line('login-codex').found).toContain('OPENAI_API_KEY');
    expect(stdout).not.toContain('very-secret');
  });

  it('names what differs between the two states of claude, without a value', async () => {
    const person = makePerson(kind);
    person.file('.claude.json', '{"theme":"dark-secret","numStartups":5}');
    person.file('.claude/.claude.json', '{"theme":"light-secret","numStartups":9}');
    const { line, stdout } = await examine(person);
    expect(line('claude-json')).toMatchObject({ state: 'warn', found: 'they differ in theme' });
    expect(stdout).not.toContain('-secret');
  });

  it('text of an engine cannot move the cursor', async () => {
    engine.answer(/^GET \/info/, { body: JSON.stringify({ OperatingSystem: 'x\u001b[2Jy', ServerVersion: '1' }) });
    const { stdout } = await makePerson(kind).run([process.execPath, product.cli, 'doctor'], { env: scripted() });
    expect(stdout).not.toContain('\u001b');
    expect(stdout).toMatch(/x\\x1b\[2Jy/);
  });
});

it('no permission: an ordinary user outside the group of the socket', async () => {
  const person = makePerson('user');
  chmodSync(engine.socketPath, 0o600);
  onTestFinished(() => chmodSync(engine.socketPath, 0o666));
  const { code, failing, line } = await examine(person, scripted());
  expect([code, failing]).toEqual([1, ['engine']]);
  expect(line('engine')).toMatchObject({
    found: expect.stringContaining('ENGINE_NO_PERMISSION'),
    mend: expect.stringContaining('usermod -aG docker'),
  });
});

it('no engine: neither a socket nor a program', async () => {
  const person = makePerson('root');
  // In a mount namespace of its own, where the usual places are empty.
  const script = 'mount -t tmpfs none /run && mount -t tmpfs none /usr/sbin && exec "$@"';
  const { code, stdout } = await person.run(
    ['unshare', '--mount', 'sh', '-c', script, '_', process.execPath, product.cli, 'doctor', '--json'],
    { env: { PATH: '/usr/sbin:/usr/bin:/bin' } },
  );
  expect(code).toBe(1);
  const { lines } = JSON.parse(stdout) as { lines: readonly Line[] };
  expect(lines.find(({ id }) => id === 'engine')?.found).toMatch(/ENGINE_NOT_INSTALLED/);
});
