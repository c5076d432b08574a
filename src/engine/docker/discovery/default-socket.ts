import type { Strategy } from './strategy.ts';

/** The socket of an engine installed for the whole machine. */
export const defaultSocket: Strategy = async () => [
  { origin: 'the default socket', socketPath: '/var/run/docker.sock', decisive: false },
];
