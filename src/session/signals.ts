/** What the session does about a signal sent to the launcher; `count` tells how many of them came. */
export type SignalHandler = (signal: NodeJS.Signals, count: number) => void;

const ending: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGHUP', 'SIGINT', 'SIGQUIT'];
export const signalNumbers: Readonly<Partial<Record<NodeJS.Signals, number>>> = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGQUIT: 3,
  SIGTERM: 15,
};

/** The one place that listens for signals while a session is on. Returns what removes the listeners. */
export function onSignals(handler: SignalHandler): () => void {
  let count = 0;
  const listener = (signal: NodeJS.Signals): void => {
    count += 1;
    handler(signal, count);
  };
  for (const signal of ending) process.on(signal, listener);
  return () => {
    for (const signal of ending) process.off(signal, listener);
  };
}
