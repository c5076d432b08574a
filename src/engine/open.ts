import type { Deadlines } from './docker/deadline.ts';
import { discover } from './docker/discovery/discover.ts';
import type { DiscoveryInput } from './docker/discovery/strategy.ts';
import { ping } from './docker/ping.ts';
import type { Engine } from './engine.ts';

/**
 * Finds an engine on this machine and connects to it. The client library is loaded while the engine is being asked.
 * Throws AppError: ENGINE_NOT_INSTALLED, _NOT_RUNNING, _NO_PERMISSION, _REMOTE, _TOO_OLD, _UNREACHABLE, _TIMEOUT.
 */
export async function openEngine(
  input: Omit<DiscoveryInput, 'endpoint'> & { endpoint?: string; deadlines?: Deadlines | undefined },
): Promise<Engine> {
  const { deadlines } = input;
  const seams = deadlines === undefined ? {} : { ping: (path: string) => ping(path, deadlines('pinging', 5_000)) };
  const [found, { DockerEngine }] = await Promise.all([
    discover({ env: input.env, home: input.home, endpoint: input.endpoint ?? null }, seams),
    import('./docker/docker-engine.ts'),
  ]);
  return new DockerEngine(found, deadlines);
}
