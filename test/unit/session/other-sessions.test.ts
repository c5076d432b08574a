import { describe, expect, it } from 'vitest';
import type { ContainerSummary, Engine } from '../../../src/engine/engine.ts';
import { formatLabels } from '../../../src/session/labels.ts';
import { findOtherSessions } from '../../../src/session/other-sessions.ts';
import { outlastLater } from '../../../src/session/outlast-later.ts';
import { currentOwner } from '../../../src/state/owner.ts';

const owner = currentOwner();
const container = (id: string, created: number, state: string): ContainerSummary => ({
  id,
  name: id,
  created,
  state,
  labels: formatLabels({
    session: id,
    agent: 'shell',
    digest: 'd',
    uid: 1000,
    owner,
    workspace: { path: '/nowhere', dev: 1n, ino: 2n },
    detached: false,
    tty: false,
    config: null,
  }),
});
const engineWith = (...answers: (readonly ContainerSummary[])[]): Engine =>
  ({ listContainers: async () => (answers.length > 1 ? answers.shift() : answers[0]) ?? [] }) as unknown as Engine;

describe('findOtherSessions', () => {
  it.each([
    ['created', 'created', 7, 7],
    ['running', 'created', 7, 7],
    ['created', 'running', 7, 7],
    ['running', 'running', 7, 8],
    ['created', 'created', 8, 7],
  ])('of two, %s and %s, made at %i and %i, one goes before the other', async (stateA, stateB, madeA, madeB) => {
    const both = [container('aaaaaaaaaaaa', madeA, stateA), container('bbbbbbbbbbbb', madeB, stateB)];
    const seen = await Promise.all(both.map(({ id }) => findOtherSessions(engineWith(both), { id, uid: 1000, owner })));
    expect(seen.map(({ earlier }) => earlier.length).sort()).toEqual([0, 1]);
    expect(seen.map(({ earlier, later }) => earlier.length + later.length)).toEqual([1, 1]);
  });

  it('passes over a session that has ended', async () => {
    const both = [container('aaaaaaaaaaaa', 7, 'exited'), container('bbbbbbbbbbbb', 7, 'created')];
    const { earlier, later } = await findOtherSessions(engineWith(both), { id: 'bbbbbbbbbbbb', uid: 1000, owner });
    expect([...earlier, ...later]).toEqual([]);
  });
});

describe('outlastLater', () => {
  const other = container('bbbbbbbbbbbb', 7, 'created');
  const later = [
    {
      session: 'bbbbbbbbbbbb',
      agent: 'shell',
      path: '/nowhere',
      dev: 1n,
      ino: 2n,
      detached: false,
      tty: false,
      config: null,
      chain: [],
      places: [],
    },
  ];
  const { signal } = new AbortController();

  it('waits until the other is gone', async () => {
    expect(await outlastLater(engineWith([other], [{ ...other, state: 'running' }], []), later, signal)).toEqual([]);
  });

  it('returns the one that stays', async () => {
    expect(await outlastLater(engineWith([other]), later, signal)).toEqual(later);
  });

  it('ends with the launch', async () => {
    const cancelled = AbortSignal.abort();
    await expect(outlastLater(engineWith([other]), later, cancelled)).rejects.toThrow();
  });
});
