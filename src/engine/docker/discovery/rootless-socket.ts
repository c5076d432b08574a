import { join } from 'node:path';
import type { Strategy } from './strategy.ts';

/** The socket of an engine run by the user: rootless Docker (docs.docker.com/engine/security/rootless). */
export const rootlessSocket: Strategy = async ({ env }) => {
  const dir = env['XDG_RUNTIME_DIR'];
  if (dir === undefined || !dir.startsWith('/')) return [];
  return [{ origin: 'the rootless socket', socketPath: join(dir, 'docker.sock'), decisive: false }];
};
