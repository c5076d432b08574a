import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { ContainerSummary, Engine } from '../../../src/engine/engine.ts';
import { formatLabels } from '../../../src/session/labels.ts';
import { listSessions } from '../../../src/session/list-sessions.ts';
import { stopSession } from '../../../src/session/stop-session.ts';
import { currentOwner, isAlive } from '../../../src/state/owner.ts';
import type { Owner } from '../../../src/state/owner.ts';

const id = 'aaaaaaaaaaaa';
const programDir = join(import.meta.dirname, '../../..');
let state: string;
beforeEach(() => (state = mkdtempSync('/var/tmp/sandbox-stop-')));
afterEach(() => rmSync(state, { recursive: true, force: true }));

const asker = () => ({ state, uid: 1000, owner: currentOwner() });
function write(owner: Owner): void {
  mkdirSync(join(state, 'sessions', id), { recursive: true });
  const record = { version: 1, id, agent: 'shell', workspace: '/w', owner, digest: 'd', created: '2026-01-01' };
  writeFileSync(join(state, 'sessions', id, 'session.json'), JSON.stringify(record));
}
function container(name: string, owner: Owner, digest = 'd'): ContainerSummary {
  const workspace = { path: '/w', dev: 1n, ino: 2n };
  const facts = { session: id, agent: 'shell', digest, uid: 1000, owner, detached: false, tty: true };
  const labels = formatLabels({ ...facts, workspace, config: null });
  return { id: name, name, created: 1, state: 'running', labels };
}
/** Has these containers; one that is stopped is gone. */
function engineWith(...containers: ContainerSummary[]): { readonly engine: Engine; readonly stopped: string[] } {
  const stopped: string[] = [];
  const engine = {
    listContainers: async () => containers.filter((one) => !stopped.includes(one.id)),
    stop: async (name: string) => void stopped.push(name),
  } as unknown as Engine;
  return { engine, stopped };
}
function startTime(pid: number): string {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

describe('stopSession', () => {
  it('signals no process that is not of this program, whatever a record says', async () => {
    const child = spawn('sleep', ['60']);
    onTestFinished(() => void child.kill('SIGKILL'));
    const pid = child.pid ?? 0;
    const owner = { ...currentOwner(), pid, start: startTime(pid) };
    write(owner);
    const { engine } = engineWith();
    const [session] = await listSessions(engine, asker());
    if (session === undefined) throw new Error('not listed');
    await expect(stopSession(engine, asker(), session, programDir)).rejects.toMatchObject({
      code: 'SESSION_UNVERIFIED',
      message: expect.stringContaining(`(process ${pid}) is no process of this program`),
    });
    expect([isAlive(owner), child.signalCode]).toEqual([true, null]);
  });

  it('does not wait for the process that a container without a record names', async () => {
    const { engine, stopped } = engineWith(container('c1', currentOwner()));
    const [session] = await listSessions(engine, asker());
    if (session === undefined) throw new Error('not listed');
    expect(session.disagreement).toBe('unknown to this state directory');
    await stopSession(engine, asker(), session, programDir);
    expect(stopped).toEqual(['c1']);
  });

  it('does not wait for another container with copied labels', async () => {
    const child = spawn('sleep', ['60']);
    onTestFinished(() => void child.kill('SIGKILL'));
    const pid = child.pid ?? 0;
    const owner = { ...currentOwner(), pid, start: startTime(pid) };
    write(owner);
    const { engine, stopped } = engineWith(container('c1', owner), container('c2', owner, 'another'));
    const session = (await listSessions(engine, asker())).find((one) => one.disagreement === null);
    if (session === undefined) throw new Error('not listed');
    setTimeout(() => child.kill('SIGKILL'), 200);
    await stopSession(engine, asker(), session, programDir);
    expect(stopped).toEqual(['c1']);
  });
});
