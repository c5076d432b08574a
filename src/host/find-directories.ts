import { isAbsolute, join, resolve } from 'node:path';
import type { HostFacts } from './facts.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Our directories. A relative XDG variable is ignored, as the XDG Base Directory Specification asks. */
export function findDirectories(env: Environment, home: string, program: string): HostFacts['dirs'] {
  return {
    state: join(xdg(env, 'XDG_STATE_HOME', join(home, '.local/state')), 'sandbox'),
    config: join(xdg(env, 'XDG_CONFIG_HOME', join(home, '.config')), 'sandbox'),
    cache: join(xdg(env, 'XDG_CACHE_HOME', join(home, '.cache')), 'sandbox'),
    program,
    share: xdg(env, 'SANDBOX_SHARE', '/user-terminal-config'),
  };
}

function xdg(env: Environment, name: string, fallback: string): string {
  const value = env[name];
  return value !== undefined && isAbsolute(value) ? resolve(value) : fallback;
}
