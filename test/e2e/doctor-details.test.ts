import { execFileSync } from 'node:child_process';
import { chmodSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { spawn } from '@lydell/node-pty';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { faults } from '../support/engine-fault.ts';
import { examine } from '../support/examine.ts';
import { makePerson } from '../support/person.ts';
import type { Person } from '../support/person.ts';
import { installProduct } from '../support/product.ts';
import { ScriptedEngine } from '../support/scripted-engine.ts';

const product = installProduct();
let engine: ScriptedEngine;
beforeAll(async () => {
  engine = await ScriptedEngine.start();
});
afterAll(() => engine.close());
beforeEach(() => engine.heal());
const scripted = () => ({ DOCKER_HOST: `unix://${engine.socketPath}` });

/** What a person sees in a terminal, control sequences included. */
function onScreen(person: Person, env: Record<string, string>): Promise<string> {
  const [file = '', ...args] = person.argv([process.execPath, product.cli, 'doctor']);
  const pty = spawn(file, args, { cols: 60, rows: 30, cwd: person.project, env: person.env(env) });
  let text = '';
  pty.onData((data) => (text += data));
  return new Promise((resolve) => pty.onExit(() => resolve(text)));
}

describe.each(['root', 'user'] as const)('what %s learns from doctor', (kind) => {
  it('programs run in a session’s tmpfs, and the runtime’s versions are known', async () => {
    const { line } = await examine(product, makePerson(kind));
    expect(line('tmpfs-exec')).toMatchObject({ state: 'ok', mend: null });
    expect(line('runtime').found).toMatch(/^v?\d+\.\d+\.\d+/);
    expect(line('containerd').found).toMatch(/^v?\d+\.\d+\.\d+/);
  });

  it('the link to a share that is not mounted', async () => {
    const person = makePerson(kind);
    const share = join(person.home, 'share');
    person.directory('.agents');
    symlinkSync(join(share, '.agents/skills'), join(person.home, '.agents/skills'));
    const { code, failing, line } = await examine(product, person, { SANDBOX_SHARE: share });
    expect([code, failing]).toEqual([1, ['share', 'skills']]);
    expect(line('share').mend).toContain('mount the share again');
  });

  it('a share the installer has not joined yet', async () => {
    const person = makePerson(kind);
    const share = person.directory('share');
    const { code, line } = await examine(product, person, { SANDBOX_SHARE: share });
    expect(code).toBe(0);
    expect(line('share')).toMatchObject({ state: 'warn', mend: expect.stringContaining('./install.sh') });
  });

  it('which stored login wins, names and no values', async () => {
    const person = makePerson(kind);
    person.file('.pi/agent/auth.json', '{"anthropic":{"type":"api_key","key":"sk-one-secret"}}', 0o600);
    const { line, stdout } = await examine(product, person, { ANTHROPIC_API_KEY: 'sk-two-secret' });
    expect(line('login-pi')).toMatchObject({ state: 'ok', found: expect.stringContaining('agent/auth.json') });
    expect(line('login-pi').found).toMatch(/ANTHROPIC_API_KEY is set here.*stored login wins/);
    expect(line('login-claude').found).not.toContain('stored login wins');
    expect(stdout).not.toContain('-secret');
  });

  it('whom git takes you for', async () => {
    const person = makePerson(kind);
    person.file('.gitconfig', '[user]\n\tname = Ada\n');
    const { line } = await examine(product, person);
    expect(line('git')).toMatchObject({ state: 'warn', mend: 'git config --global user.email …' });
    expect(line('git').found).toContain('user.email not set');
  });

  it('an engine that never says what it is', async () => {
    engine.fault(/^GET \/info/, faults['no answer']);
    const began = performance.now();
    const { code, failing, line } = await examine(product, makePerson(kind), scripted());
    expect([code, failing]).toEqual([1, ['engine']]);
    expect(line('engine').found).toContain('ENGINE_TIMEOUT');
    expect(performance.now() - began).toBeLessThan(60_000);
  });

  it('no byte left for its own file: said, and nothing of it stays', async () => {
    const person = makePerson(kind);
    const place = person.directory('small');
    const state = person.directory('small/sandbox');
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=64k,mode=0755,uid=${person.uid}`, 'none', place]);
    onTestFinished(() => void execFileSync('umount', [place]));
    person.directory('small/sandbox');
    chmodSync(state, 0o700);
    // Not one page is free: an empty file can be made, and nothing be written.
    execFileSync('sh', ['-c', 'cat /dev/zero >"$1/full" || true', '_', place], { stdio: 'pipe' });
    const { failing, line } = await examine(product, person, { XDG_STATE_HOME: place });
    expect(failing).toEqual(['disk']);
    expect(line('shared-paths')).toMatchObject({ state: 'not-available', found: expect.stringContaining('ENOSPC') });
    expect(readdirSync(state)).toEqual([]);
  });

  it('colours in a terminal, none with NO_COLOR, and a narrow window is named', async () => {
    const person = makePerson(kind);
    const shown = await onScreen(person, { LANG: 'C.UTF-8' });
    expect(shown).toContain('\u001b[32mok');
    expect(shown).toContain('only 60 columns');
    expect(await onScreen(person, { NO_COLOR: '1' })).not.toContain('\u001b[3');
  });
});

it('a share that cannot be written', async () => {
  const person = makePerson('user');
  const share = person.directory('share');
  chmodSync(share, 0o555);
  const { code, line } = await examine(product, person, { SANDBOX_SHARE: share });
  expect(code).toBe(0);
  expect(line('share')).toMatchObject({ state: 'warn', mend: expect.stringContaining('write to it') });
});
