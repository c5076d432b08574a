import { parseEndpoint } from './parse-endpoint.ts';
import type { Strategy } from './strategy.ts';

/** The endpoint the caller names. */
export const explicit: Strategy = async ({ endpoint }) =>
  endpoint === null
    ? []
    : [{ origin: 'the engine option', socketPath: parseEndpoint(endpoint, 'the engine option'), decisive: true }];
