import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ContainerSummary, Engine } from '../../../src/engine/engine.ts';
import { formatLabels } from '../../../src/session/labels.ts';
import type { SessionLabels } from '../../../src/session/labels.ts';
import { listSessions } from '../../../src/session/list-sessions.ts';
import { currentOwner } from '../../../src/state/owner.ts';
import type { SessionRecord } from '../../../src/state/session-record.ts';

const owner = currentOwner();
const gone = { ...owner, start: '1' };
let state: string;
beforeEach(() => (state = mkdtempSync('/var/tmp/sandbox-list-')));
afterEach(() => rmSync(state, { recursive: true, force: true }));

const labels = (session: string, more: Partial<SessionLabels> = {}): SessionLabels => ({
  session,
  agent: 'shell',
  digest: 'd',
  uid: 1000,
  owner,
  detached: false,
  tty: true,
  workspace: { path: '/w', dev: 1n, ino: 2n },
  config: null,
  ...more,
});
const container = (session: string, more: Partial<SessionLabels> = {}, at = 'running'): ContainerSummary => ({
  id: session.repeat(6).slice(0, 64),
  name: `sandbox-shell-${session}`,
  created: 1,
  state: at,
  labels: formatLabels(labels(session, more)),
});
const engineWith = (...answers: (readonly ContainerSummary[])[]): Engine =>
  ({ listContainers: async () => (answers.length > 1 ? answers.shift() : answers[0]) ?? [] }) as unknown as Engine;
const write = (id: string, more: Partial<SessionRecord> = {}): void => {
  mkdirSync(join(state, 'sessions', id), { recursive: true });
  const record = {
    version: 1,
    id,
    agent: 'shell',
    workspace: '/w',
    owner,
    digest: 'd',
    created: '2026-01-01',
    ...more,
  };
  writeFileSync(join(state, 'sessions', id, 'session.json'), JSON.stringify(record));
};
const list = (engine: Engine) => listSessions(engine, { state, uid: 1000, owner });

describe('listSessions', () => {
  it('shows what labels and journal agree about', async () => {
    write('aaaaaaaaaaaa', { publish: [8080] });
    const [session, ...more] = await list(engineWith([container('aaaaaaaaaaaa')]));
    expect(more).toEqual([]);
    expect(session).toMatchObject({ id: 'aaaaaaaaaaaa', state: 'running', publish: [8080], disagreement: null });
  });

  it.each([
    ['another user', { uid: 1001 }],
    ['another machine', { owner: { ...owner, hostId: 'elsewhere' } }],
  ])('passes over containers of %s', async (_, more) => {
    expect(await list(engineWith([container('aaaaaaaaaaaa', more)]))).toEqual([]);
  });

  it('passes over names that are none', async () => {
    const odd = { ...container('aaaaaaaaaaaa'), labels: formatLabels(labels('../../etc')) };
    expect(await list(engineWith([odd]))).toEqual([]);
  });

  it.each([
    ['no record', null, 'unknown to this state directory'],
    ['another process', { owner: gone }, 'the journal names another process'],
    ['another plan', { digest: 'e' }, 'the journal names another plan'],
    ['another agent', { agent: 'pi' }, 'the journal names another agent'],
    ['another workspace', { workspace: '/v' }, 'the journal names another workspace'],
  ])('shows a disagreement: %s', async (_, record, disagreement) => {
    if (record !== null) write('aaaaaaaaaaaa', record);
    expect(await list(engineWith([container('aaaaaaaaaaaa')]))).toMatchObject([{ disagreement }]);
  });

  it('asks twice before it says that they disagree', async () => {
    expect(await list(engineWith([container('aaaaaaaaaaaa')], []))).toEqual([]);
  });

  it.each([
    ['created', owner, 'starting'],
    ['running', owner, 'running'],
    ['paused', owner, 'paused'],
    ['exited', owner, 'ending'],
    ['running', gone, 'abandoned'],
  ])('a container that is %s', async (at, by, expected) => {
    write('aaaaaaaaaaaa', { owner: by });
    expect(await list(engineWith([container('aaaaaaaaaaaa', { owner: by }, at)]))).toMatchObject([{ state: expected }]);
  });

  it('shows sessions without a container: they start, or their launcher is gone', async () => {
    write('aaaaaaaaaaaa');
    write('bbbbbbbbbbbb', { owner: gone, created: '2026-01-02' });
    write('cccccccccccc', { owner: { ...owner, hostId: 'elsewhere' } });
    expect(await list(engineWith([]))).toMatchObject([
      { id: 'aaaaaaaaaaaa', state: 'starting', container: null },
      { id: 'bbbbbbbbbbbb', state: 'abandoned', container: null },
    ]);
  });
});
