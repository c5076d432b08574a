import { context } from './context.ts';
import { defaultSocket } from './default-socket.ts';
import { dockerHost } from './docker-host.ts';
import { explicit } from './explicit.ts';
import { podmanSocket } from './podman-socket.ts';
import { rootlessSocket } from './rootless-socket.ts';
import type { Strategy } from './strategy.ts';

/** In the order they are tried. */
export const strategies: readonly Strategy[] = [
  explicit,
  dockerHost,
  context,
  defaultSocket,
  rootlessSocket,
  podmanSocket,
];
