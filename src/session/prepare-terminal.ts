import type { Cleanup } from './cleanup.ts';
import type { Interruption } from './interruption.ts';
import type { SessionRequest } from './request.ts';
import { takeTerminal } from './take-terminal.ts';
import type { TakenTerminal } from './take-terminal.ts';

const PATIENCE_MS = 1500;

/** For a session with a terminal: the guard, the early keys and the way back, pushed on the cleanup. */
export function prepareTerminal(request: SessionRequest, interruption: Interruption, cleanup: Cleanup): TakenTerminal {
  const { io, plan, until } = request;
  if (!plan.tty || until === 'verdict') return { early: null, modes: null, ready: Promise.resolve() };
  return takeTerminal(io, cleanup, (early) => {
    // A Ctrl-C typed now is the agent's; if no agent comes, it was meant for us.
    setTimeout(() => {
      if (!early.connected) interruption.cancel('SIGINT');
    }, PATIENCE_MS).unref();
  });
}
