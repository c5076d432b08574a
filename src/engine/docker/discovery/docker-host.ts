import { parseEndpoint } from './parse-endpoint.ts';
import type { Strategy } from './strategy.ts';

/** DOCKER_HOST, which the docker CLI ranks above every context. */
export const dockerHost: Strategy = async ({ env }) => {
  const value = env['DOCKER_HOST'];
  if (value === undefined || value === '') return [];
  return [{ origin: 'DOCKER_HOST', socketPath: parseEndpoint(value, 'DOCKER_HOST'), decisive: true }];
};
