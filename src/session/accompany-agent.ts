import type { Engine } from '../engine/engine.ts';
import type { Cleanup } from './cleanup.ts';
import { connectStreams, followSize } from './connect-streams.ts';
import type { SessionIo } from './connect-streams.ts';
import type { EarlyInput } from './early-input.ts';
import { endOfSession } from './end-of-session.ts';
import { signalExitCode } from './interruption.ts';
import type { Interruption } from './interruption.ts';
import { lastOutput } from './last-output.ts';
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
 * at once; SIGINT and SIGQUIT are passed on to the agent, and escalate when repeated (docker/cli's three-signal rule) or
 * when the engine does not pass them on.
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
  const { attachment } = container;
  // An engine that cannot end it must not keep us: the container's removal, and the lease, come next.
  const giveUp = (): void => attachment.destroy();
  const kill = (): void => void engine.kill(container.id, 'SIGKILL').catch(giveUp);
  const stop = (signal: NodeJS.Signals): void => {
    if (ended === null) {
      ended = signal;
      void engine.stop(container.id, GRACE_SECONDS).catch(kill);
    } else kill();
  };
  let interrupts = 0;
  interruption.handOver((signal) => {
    if (signal === 'SIGINT' || signal === 'SIGQUIT') {
      interrupts += 1;
      if (interrupts <= 2) void engine.kill(container.id, signal).catch(() => stop(signal));
      else stop(signal);
    } else stop(signal);
  });
  const disconnect = connectStreams({ ...input, attachment, brokenPipe: () => stop('SIGPIPE') });
  cleanup.push('disconnect the streams', disconnect);
  if (tty) cleanup.push('stop following the size', followSize(engine, container.id, io.stdout));
  try {
    const code = await endOfSession(engine, container);
    await lastOutput(attachment, io);
    return { code, signal: ended };
  } catch (error) {
    // A stop that was asked for is the reason, whatever the engine made of it.
    if (ended === null) throw error;
    return { code: signalExitCode(ended), signal: ended };
  }
}
