import type { Engine } from '../engine/engine.ts';
import { AppError } from '../errors.ts';
import type { StartedContainer } from './start-container.ts';

/** The exit is due at once when the output has ended. Milliseconds. */
const LATE = 5_000;
/** What a container ends with when the engine that stops takes it along: TERM, KILL, and what a restarted one writes down. */
const TAKEN_ALONG = new Set([143, 137, 255]);
/** An engine that has just come back opens its socket before it gives it to its group. */
const AWAY = new Set(['ENGINE_UNREACHABLE', 'ENGINE_NO_PERMISSION']);

/**
 * The exit code of a session, also when an engine is restarted or loses a connection. A lost wait alone ends nothing: the
 * output ends with the container, and then the engine is asked. Rejects (ENGINE_*) when the engine went away, when it took
 * the session along, and when it closed the connection to a container that lives.
 */
export async function endOfSession(engine: Engine, container: StartedContainer): Promise<number> {
  const { exit, attachment } = container;
  const quiet = attachment.ended.then(() => null);
  let lost: unknown = null;
  const told = exit.then(
    ({ code }) => code,
    (error: unknown) => {
      lost = error;
      return quiet;
    },
  );
  const first = await Promise.race([told, quiet]);
  const code = first ?? (await within(told, LATE));
  if (code !== null && !TAKEN_ALONG.has(code)) return code;
  const state = await engine.inspectContainer(container.id).catch((error: unknown) => {
    if (code !== null && (!(error instanceof AppError) || !AWAY.has(error.code))) return null;
    throw wentAway(error);
  });
  // What the wait told stands, also when the container was removed by somebody else.
  if (code !== null && state?.running !== true) return code;
  if (state === null) throw wentAway(lost ?? new AppError('ENGINE_FAILED', 'the container is gone', ''));
  if (state.running) throw closed();
  if (lost !== null && TAKEN_ALONG.has(state.exitCode)) throw wentAway(lost);
  return state.exitCode;
}

/** What the gate says, or, when the session's output ended before it did, whose doing that was: ours to tell apart. */
export async function heardFromGate<T>(engine: Engine, container: StartedContainer, said: Promise<T>): Promise<T> {
  try {
    return await said;
  } catch (error) {
    throw (await endedByEngine(engine, container)) ?? error;
  }
}

/** Null: it was the session's own doing. Never rejects. */
async function endedByEngine(engine: Engine, { id, attachment }: StartedContainer): Promise<AppError | null> {
  if (!attachment.stdout.readableEnded && !attachment.stdout.destroyed) return null;
  try {
    return (await engine.inspectContainer(id))?.running === true ? closed() : null;
  } catch (error) {
    return wentAway(error);
  }
}

function closed(): AppError {
  return new AppError(
    'ENGINE_FAILED',
    'the engine closed the session’s connection while the session was running',
    'The session is ended, because it cannot be attached to again. The engine’s own log says more (journalctl -u docker)',
  );
}

function wentAway(error: unknown): AppError {
  const known = error instanceof AppError ? error : null;
  return new AppError(
    known?.code ?? 'ENGINE_UNREACHABLE',
    `the engine stopped or went away during the session: ${error instanceof Error ? error.message : String(error)}`,
    'What is left of the session is removed by the next launch, when the engine is back: docker info',
    { cause: error },
  );
}

function within<T>(promise: Promise<T>, ms: number): Promise<T | null> {
  return Promise.race([promise, new Promise<null>((resolve) => setTimeout(resolve, ms, null).unref())]);
}
