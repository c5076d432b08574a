import { AppError } from '../errors.ts';

interface Candidate {
  readonly id: string;
  readonly agent: string;
  readonly workspace: string;
  /** The engine's id; null or absent: it has no container. */
  readonly container?: string | null;
  /** What labels and journal do not agree about; null or absent: nothing. */
  readonly disagreement?: string | null;
}

/** How many are named when a name fits several, or none. */
const SHOWN = 10;

/**
 * The session that is meant: its id, or a beginning that no other has; of several of one id, because labels can be copied
 * onto another container, the only one that is what the journal says. Pure; names of ended sessions can be among them.
 * Throws SESSION_UNKNOWN or SESSION_AMBIGUOUS (64), which name the candidates.
 */
export function chooseSession<S extends Candidate>(name: string, sessions: readonly S[]): S {
  const fitting = /^[a-z0-9]{1,32}$/.test(name) ? sessions.filter(({ id }) => id.startsWith(name)) : [];
  const exact = fitting.filter(({ id }) => id === name);
  const meant = exact.length > 0 ? exact : fitting;
  // A name that only one session has, and that several containers claim.
  const copied = meant.every(({ id }) => id === meant[0]?.id);
  const genuine = copied ? meant.filter(({ disagreement }) => (disagreement ?? null) === null) : [];
  const [session, ...more] = genuine.length === 1 ? genuine : meant;
  if (session === undefined) {
    const details = describe(sessions);
    const hint = details.length === 0 ? 'There is none.' : 'Name one of these; the beginning of its name is enough.';
    throw new AppError('SESSION_UNKNOWN', `there is no session ${name}`, hint, { details });
  }
  if (more.length === 0) return session;
  if (copied) {
    throw new AppError(
      'SESSION_AMBIGUOUS',
      `several containers say that they are session ${session.id}`,
      'Labels were copied. Look at these with docker inspect, and remove the foreign one: docker rm -f CONTAINER',
      { details: meant.map(describeContainer) },
    );
  }
  throw new AppError('SESSION_AMBIGUOUS', `${name} could be several sessions`, 'Give more of its name.', {
    details: describe(fitting),
  });
}

function describeContainer({ container, disagreement }: Candidate): string {
  return `${container ?? 'no container'}  ${disagreement ?? 'as the journal says'}`;
}

function describe(sessions: readonly Candidate[]): readonly string[] {
  const lines = sessions.slice(0, SHOWN).map(({ id, agent, workspace }) => `${id}  ${agent}  ${workspace}`);
  return sessions.length > SHOWN ? [...lines, `and ${sessions.length - SHOWN} more`] : lines;
}
