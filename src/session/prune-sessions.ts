import type { Engine } from '../engine/engine.ts';
import { forgetEnded, readEnded } from '../state/ended-sessions.ts';
import { sweepSessions } from '../state/sweep-sessions.ts';
import { listSessions } from './list-sessions.ts';
import type { Asker } from './list-sessions.ts';

/** How long what is known of an ended session is kept. Milliseconds: 7 days. */
const KEPT = 7 * 86_400_000;

export interface Pruned {
  readonly kind: 'container' | 'directory' | 'record';
  readonly session: string;
  /** Untrusted bytes. */
  readonly workspace: string | null;
}

/**
 * Removes containers and directories of sessions whose launcher is gone, and records of sessions that ended a week ago. Only
 * this user's on this machine; what is alive is left alone. An abandoned session stays so, but both looks must show it.
 *
 * @param dry only look
 * @param tell hears of what could not be read or removed
 */
export async function pruneSessions(
  engine: Engine,
  asker: Asker,
  dry: boolean,
  tell: (line: string) => void,
): Promise<readonly Pruned[]> {
  const before = await abandoned(engine, asker);
  const again = new Set((await abandoned(engine, asker)).map(({ container }) => container));
  const pruned: Pruned[] = [];
  const workspaces = new Map(before.map(({ id, workspace }) => [id, workspace]));
  for (const { id, container, workspace } of before) {
    if (container === null || !again.has(container)) continue;
    try {
      if (!dry) await engine.removeContainer(container);
      pruned.push({ kind: 'container', session: id, workspace });
    } catch (error) {
      tell(`the container of session ${id} stays: ${(error as Error).message}`);
    }
  }
  const { removed, notes } = sweepSessions(asker.state, dry);
  for (const note of notes) tell(note);
  for (const id of removed) pruned.push({ kind: 'directory', session: id, workspace: workspaces.get(id) ?? null });
  for (const { id, workspace, ended } of readEnded(asker.state)) {
    if (!(Date.now() - Date.parse(ended) > KEPT)) continue;
    try {
      if (!dry) forgetEnded(asker.state, id);
      pruned.push({ kind: 'record', session: id, workspace });
    } catch (error) {
      tell(`what was kept of session ${id} stays: ${(error as Error).message}`);
    }
  }
  return pruned;
}

async function abandoned(engine: Engine, asker: Asker) {
  return (await listSessions(engine, asker)).filter(({ state }) => state === 'abandoned');
}
