import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine } from '../engine/engine.ts';
import { AppError } from '../errors.ts';
import { isOwnProgram } from '../state/is-own-program.ts';
import { hasEnded, isAlive } from '../state/owner.ts';
import { sweepSessions } from '../state/sweep-sessions.ts';
import { listSessions } from './list-sessions.ts';
import type { Asker, ListedSession } from './list-sessions.ts';

const GRACE_SECONDS = 10;
const POLL = 100;
/** What a launcher has to clean up and review its session once its agent has ended. Milliseconds. */
const PATIENCE = 30_000;

/**
 * Ends a session and waits until its container is gone and its launcher, or keeper, has reviewed it. One that is abandoned is
 * removed here. Throws SESSION_UNVERIFIED for a container whose labels contradict the journal and for a launcher that is no
 * process of this program, and ENGINE_TIMEOUT when the launcher does not come to its end.
 *
 * @param programDir where this program's package lies
 */
export async function stopSession(
  engine: Engine,
  asker: Asker,
  session: ListedSession,
  programDir: string,
): Promise<void> {
  const { id, container, owner, state, disagreement } = session;
  // A record that is missing contradicts nothing: it may lie in another state directory of the same user.
  const known = disagreement !== 'unknown to this state directory';
  if (disagreement !== null && known)
    throw new AppError(
      'SESSION_UNVERIFIED',
      `the container of session ${id} is not what the journal says: ${disagreement}`,
      `Look at it with docker inspect ${container ?? id}; if it is to go: docker rm -f ${container ?? id}`,
    );
  if (state === 'abandoned') {
    if (container !== null) await engine.removeContainer(container);
    sweepSessions(asker.state);
    return;
  }
  if (container === null) cancel(session, programDir);
  else {
    await engine.stop(container, GRACE_SECONDS);
  }
  const deadline = Date.now() + PATIENCE;
  // Of one without a record only the labels name an owner, and they prove nothing.
  while ((await isListed(engine, asker, session)) || (known && !hasEnded(owner))) {
    if (Date.now() > deadline)
      throw new AppError(
        'ENGINE_TIMEOUT',
        `session ${id} is stopped, but its launcher (process ${owner.pid}) has not ended`,
        'If that process is stopped (Ctrl-Z) let it go on; if it hangs, end it, then: sandbox prune',
      );
    await sleep(POLL);
  }
}

/** Its launcher has not started anything yet: ended as if by the user. */
function cancel({ id, owner }: ListedSession, programDir: string): void {
  if (!isAlive(owner)) return;
  if (!isOwnProgram(owner.pid, programDir))
    throw new AppError(
      'SESSION_UNVERIFIED',
      `session ${id} has no container, and its launcher (process ${owner.pid}) is no process of this program; it was not ended`,
      `Look at it: ps -fp ${owner.pid}. If it is the launcher, end it, then: sandbox prune`,
    );
  process.kill(owner.pid, 'SIGTERM');
}

/** Another container with this one's name is not waited for: its labels are copied. */
async function isListed(engine: Engine, asker: Asker, { id, container }: ListedSession): Promise<boolean> {
  return (await listSessions(engine, asker)).some(
    (session) => session.id === id && (container === null || session.container === container),
  );
}
