import { AppError } from '../errors.ts';

interface Candidate {
  readonly id: string;
  readonly agent: string;
  readonly workspace: string;
}

/** How many are named when a name fits several, or none. */
const SHOWN = 10;

/**
 * The session that is meant: its id, or a beginning that no other has. Pure; names of ended sessions can be among them.
 * Throws SESSION_UNKNOWN or SESSION_AMBIGUOUS (64), which name the candidates.
 */
export function chooseSession<S extends Candidate>(name: string, sessions: readonly S[]): S {
  const fitting = /^[a-z0-9]{1,32}$/.test(name) ? sessions.filter(({ id }) => id.startsWith(name)) : [];
  // Several of one id: labels of a container can be copied onto another one.
  const exact = fitting.filter(({ id }) => id === name);
  const [session, ...more] = exact.length > 0 ? exact : fitting;
  if (session === undefined) {
    const details = describe(sessions);
    const hint = details.length === 0 ? 'There is none.' : 'Name one of these; the beginning of its name is enough.';
    throw new AppError('SESSION_UNKNOWN', `there is no session ${name}`, hint, { details });
  }
  if (more.length === 0) return session;
  throw new AppError('SESSION_AMBIGUOUS', `${name} could be several sessions`, 'Give more of its name.', {
    details: describe(fitting),
  });
}

function describe(sessions: readonly Candidate[]): readonly string[] {
  const lines = sessions.slice(0, SHOWN).map(({ id, agent, workspace }) => `${id}  ${agent}  ${workspace}`);
  return sessions.length > SHOWN ? [...lines, `and ${sessions.length - SHOWN} more`] : lines;
}
