import type { Engine } from '../engine/engine.ts';
import { AppError } from '../errors.ts';
import { readEnded } from '../state/ended-sessions.ts';
import type { EndedSession } from '../state/ended-sessions.ts';
import { chooseSession } from './choose-session.ts';
import { listSessions } from './list-sessions.ts';
import type { Asker, ListedSession } from './list-sessions.ts';

/** A live session, or one whose end was written down. */
export interface KnownSession {
  readonly id: string;
  readonly agent: string;
  readonly workspace: string;
  readonly live: ListedSession | null;
  readonly ended: EndedSession | null;
  /** As of the live one. */
  readonly container?: string | null;
  readonly disagreement?: string | null;
}

/** By its name or the beginning of it. Throws SESSION_UNKNOWN, SESSION_AMBIGUOUS (64) and what the engine's calls throw. */
export async function findKnownSession(name: string, engine: Engine, asker: Asker): Promise<KnownSession> {
  const live = await listSessions(engine, asker);
  const ended = readEnded(asker.state).filter(({ id }) => !live.some((session) => session.id === id));
  return chooseSession(name, [
    ...live.map((session): KnownSession => {
      const { container, disagreement } = session;
      return { ...named(session), container, disagreement, live: session, ended: null };
    }),
    ...ended.map((session): KnownSession => ({ ...named(session), live: null, ended: session })),
  ]);
}

/** The container of a session that runs and is what the journal says. Throws SESSION_UNVERIFIED (77), SESSION_NOT_RUNNING. */
export function runningContainer({ id, state, container, disagreement }: ListedSession): string {
  if (disagreement !== null) {
    throw new AppError(
      'SESSION_UNVERIFIED',
      `the container that says it is session ${id} is not joined: ${disagreement}`,
      'See sandbox ps; was it started with another state directory (XDG_STATE_HOME)?',
    );
  }
  if (container !== null && ['running', 'paused'].includes(state)) return container;
  throw new AppError('SESSION_NOT_RUNNING', `session ${id} is not running: ${state}`, 'See sandbox ps.');
}

function named({ id, agent, workspace }: ListedSession | EndedSession) {
  return { id, agent, workspace };
}
