import { setTimeout as sleep } from 'node:timers/promises';
import { readEnded } from '../state/ended-sessions.ts';
import type { EndedSession } from '../state/ended-sessions.ts';
import { isAlive } from '../state/owner.ts';
import type { ListedSession } from './list-sessions.ts';

const PATIENCE = 30_000;
const EVERY = 50;

/**
 * What a detached session left, once its keeper has removed the container, reviewed it and written that down. null: it did not
 * within 30 s, or its keeper was killed.
 */
export async function awaitEnded(
  state: string,
  { id, owner }: Pick<ListedSession, 'id' | 'owner'>,
): Promise<EndedSession | null> {
  const find = (): EndedSession | null => readEnded(state).find((ended) => ended.id === id) ?? null;
  for (const deadline = Date.now() + PATIENCE; isAlive(owner) && Date.now() < deadline; await sleep(EVERY)) {
    const ended = find();
    if (ended !== null) return ended;
  }
  return find();
}
