import type { Cleanup } from './cleanup.ts';
import { EarlyInput } from './early-input.ts';
import type { RawInput } from './early-input.ts';
import type { Interruption } from './interruption.ts';
import type { SessionRequest } from './request.ts';
import { TerminalGuard } from './terminal-guard.ts';
import { TerminalModes } from './terminal-modes.ts';

const PATIENCE_MS = 1500;

export interface PreparedTerminal {
  /** null: stdin is no terminal of ours. */
  readonly early: EarlyInput | null;
  readonly modes: TerminalModes | null;
  /** Resolves when the guard has saved the settings: before that, the terminal must not become raw. */
  readonly ready: Promise<void>;
}

/** For a session with a terminal: the guard, the early keys and the way back, pushed on the cleanup. */
export function prepareTerminal(
  request: SessionRequest,
  interruption: Interruption,
  cleanup: Cleanup,
): PreparedTerminal {
  const { io, plan, until } = request;
  if (!plan.tty || until === 'verdict') return { early: null, modes: null, ready: Promise.resolve() };
  const modes = io.stdout.isTTY === true ? new TerminalModes() : null;
  if (modes !== null) cleanup.push('leave the terminal’s modes', () => void io.stdout.write(modes.reset()));
  if (io.stdin.isTTY !== true) return { early: null, modes, ready: Promise.resolve() };
  const guard = new TerminalGuard();
  cleanup.push('dismiss the guard', () => guard.dismiss());
  const early = new EarlyInput(io.stdin as RawInput, () => {
    // A Ctrl-C typed now is the agent's; if no agent comes, it was meant for us.
    setTimeout(() => {
      if (!early.connected) interruption.cancel('SIGINT');
    }, PATIENCE_MS).unref();
  });
  cleanup.push('restore the terminal', () => early.stop());
  return { early, modes, ready: guard.start((io.stdin as RawInput & { fd?: number }).fd ?? 0) };
}
