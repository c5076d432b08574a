import type { Engine } from '../engine/engine.ts';
import { AppError } from '../errors.ts';
import type { Cleanup } from './cleanup.ts';
import { connectStreams, followSize } from './connect-streams.ts';
import type { SessionIo } from './connect-streams.ts';
import type { EarlyInput } from './early-input.ts';
import { signalExitCode } from './interruption.ts';
import type { Interruption } from './interruption.ts';
import type { StartedContainer } from './start-container.ts';
import type { TerminalModes } from './terminal-modes.ts';

const GRACE_SECONDS = 10;

/** How the agent's part ended: its own code, and the signal to us that ended it, if one did. */
export interface AgentEnd {
  readonly code: number;
  readonly signal: NodeJS.Signals | null;
}

/**
 * From READY to the agent's end: streams, size, signals. SIGTERM and SIGHUP stop the session gracefully, a second one
 * at once; SIGINT and SIGQUIT are passed on to the agent, and escalate when repeated (docker/cli's three-signal rule).
 * Resolves when the last byte of output was handed over.
 */
export async function accompanyAgent(input: {
  readonly engine: Engine;
  readonly container: StartedContainer;
  readonly io: SessionIo;
  readonly tty: boolean;
  readonly first: Buffer;
  readonly early: EarlyInput | null;
  readonly modes: TerminalModes | null;
  readonly interruption: Interruption;
  readonly cleanup: Cleanup;
}): Promise<AgentEnd> {
  const { engine, container, io, tty, interruption, cleanup } = input;
  let ended: NodeJS.Signals | null = null;
  const stop = (signal: NodeJS.Signals): void => {
    if (ended === null) {
      ended = signal;
      void engine.stop(container.id, GRACE_SECONDS).catch(() => undefined);
    } else void engine.kill(container.id, 'SIGKILL').catch(() => undefined);
  };
  let interrupts = 0;
  interruption.handOver((signal) => {
    if (signal === 'SIGINT' || signal === 'SIGQUIT') {
      interrupts += 1;
      if (interrupts <= 2) void engine.kill(container.id, signal).catch(() => undefined);
      else stop(signal);
    } else stop(signal);
  });
  const { attachment } = container;
  const disconnect = connectStreams({ ...input, attachment, brokenPipe: () => stop('SIGPIPE') });
  cleanup.push('disconnect the streams', disconnect);
  if (tty) cleanup.push('stop following the size', followSize(engine, container.id, io.stdout));
  try {
    const { code } = await endOf(engine, container);
    await attachment.ended;
    return { code, signal: ended };
  } catch (error) {
    // A stop that was asked for is the reason, whatever the engine made of it.
    if (ended === null) throw error;
    return { code: signalExitCode(ended), signal: ended };
  }
}

/** The exit, or, when the engine closes the stream and says nothing, what became of the container. */
async function endOf(engine: Engine, { id, exit, attachment }: StartedContainer): Promise<{ readonly code: number }> {
  try {
    return await Promise.race([exit, attachment.ended.then(() => lateExit(engine, id, exit))]);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError(error.code, `the engine went away during the session: ${error.message}`, error.hint, {
      cause: error,
    });
  }
}

/** After the stream's end the exit is due at once; a container that still runs has lost its engine's connection. */
async function lateExit(
  engine: Engine,
  id: string,
  exit: Promise<{ readonly code: number }>,
): Promise<{ readonly code: number }> {
  const soon = new Promise<null>((resolve) => setTimeout(resolve, 5000, null).unref());
  const known = await Promise.race([exit, soon]);
  if (known !== null) return known;
  const state = await engine.inspectContainer(id);
  if (state !== null && !state.running) return { code: state.exitCode };
  throw new AppError(
    'ENGINE_FAILED',
    'the engine closed the session’s connection while the agent was running',
    'The session is ended. See the engine’s log.',
  );
}
