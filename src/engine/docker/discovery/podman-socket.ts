import { join } from 'node:path';
import type { Strategy } from './strategy.ts';

/**
 * Podman's compatible sockets, the user's and the machine's (podman-system-service(1)). After Docker's: an engine of this kind
 * is only told apart, so that who has nothing else learns why.
 */
export const podmanSocket: Strategy = async ({ env }) => {
  const dir = env['XDG_RUNTIME_DIR'];
  const own = dir !== undefined && dir.startsWith('/') ? [join(dir, 'podman', 'podman.sock')] : [];
  return [...own, '/run/podman/podman.sock'].map((socketPath) => ({
    origin: "Podman's socket",
    socketPath,
    decisive: false,
  }));
};
