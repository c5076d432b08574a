import type { Cleanup } from './cleanup.ts';
import type { SessionIo } from './connect-streams.ts';
import { EarlyInput } from './early-input.ts';
import type { RawInput } from './early-input.ts';
import { TerminalGuard } from './terminal-guard.ts';
import { TerminalModes } from './terminal-modes.ts';

export interface TakenTerminal {
  /** Not started yet; null: stdin is no terminal. */
  readonly early: EarlyInput | null;
  /** null: stdout is no terminal. */
  readonly modes: TerminalModes | null;
  /** Resolves when the guard has saved the settings: before that, `early` must not be started. */
  readonly ready: Promise<void>;
}

/** Our own terminal: the guard that undoes everything whatever happens, early keys and the way back, pushed on the cleanup. */
export function takeTerminal(io: SessionIo, cleanup: Cleanup, onInterrupt: (early: EarlyInput) => void): TakenTerminal {
  const modes = io.stdout.isTTY === true ? new TerminalModes() : null;
  if (modes !== null) cleanup.push('leave the terminal’s modes', () => void io.stdout.write(modes.reset()));
  if (io.stdin.isTTY !== true) return { early: null, modes, ready: Promise.resolve() };
  const guard = new TerminalGuard();
  cleanup.push('dismiss the guard', () => guard.dismiss());
  const early = new EarlyInput(io.stdin as RawInput, () => onInterrupt(early));
  cleanup.push('restore the terminal', () => early.stop());
  return { early, modes, ready: guard.start((io.stdin as RawInput & { fd?: number }).fd ?? 0) };
}
