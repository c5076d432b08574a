/** What the session does about a signal sent to the launcher; `count` tells how many of them came. */
export type SignalHandler = (signal: NodeJS.Signals, count: number) => void;

const ending: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGHUP', 'SIGINT', 'SIGQUIT'];
export const signalNumbers: Readonly<Partial<Record<NodeJS.Signals, number>>> = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGQUIT: 3,
  SIGPIPE: 13,
  SIGTERM: 15,
};

/**
 * The one place that listens for signals while a session is on. Of SIGTERM and SIGHUP the third ends the process whatever
 * still hangs: the guard puts the terminal back, the lease ends the container, the next command sweeps. Returns what
 * removes the listeners.
 */
export function onSignals(handler: SignalHandler): () => void {
  let count = 0;
  let insisted = 0;
  const listener = (signal: NodeJS.Signals): void => {
    count += 1;
    if (signal === 'SIGTERM' || signal === 'SIGHUP') insisted += 1;
    // eslint-disable-next-line no-restricted-syntax -- somebody insists, and waiting politely is what failed
    if (insisted >= 3) process.exit(128 + (signalNumbers[signal] ?? 15));
    handler(signal, count);
  };
  for (const signal of ending) process.on(signal, listener);
  return () => {
    for (const signal of ending) process.off(signal, listener);
  };
}
