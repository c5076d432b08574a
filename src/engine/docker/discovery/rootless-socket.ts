import { join } from 'node:path';
import type { Strategy } from './strategy.ts';

/**
 * Sockets of engines run by the user: rootless Docker (docs.docker.com/engine/security/rootless), then Podman's compatible
 * one (podman-system-service(1)).
 */
export const rootlessSocket: Strategy = async ({ env }) => {
  const dir = env['XDG_RUNTIME_DIR'];
  if (dir === undefined || !dir.startsWith('/')) return [];
  return [
    { origin: 'the rootless socket', socketPath: join(dir, 'docker.sock'), decisive: false },
    { origin: "Podman's socket", socketPath: join(dir, 'podman', 'podman.sock'), decisive: false },
  ];
};
