import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../../errors.ts';
import { parseEndpoint } from './parse-endpoint.ts';
import type { Strategy } from './strategy.ts';

/**
 * The docker CLI's context, read from its files: DOCKER_CONTEXT, else `currentContext` of `config.json`, in DOCKER_CONFIG or
 * `~/.docker`. A context lives in `contexts/meta/<sha256 of its name>/meta.json` (docker/cli, cli/context/store).
 * `default` means the default socket, which a later strategy tries.
 */
export const context: Strategy = async ({ env, home }) => {
  const dir = env['DOCKER_CONFIG'] || join(home, '.docker');
  const name = env['DOCKER_CONTEXT'] || (await currentContext(join(dir, 'config.json')));
  if (name === null || name === 'default') return [];
  const digest = createHash('sha256').update(name).digest('hex');
  const host = await contextHost(join(dir, 'contexts', 'meta', digest, 'meta.json'), name);
  const origin = `docker context ${name}`;
  return [{ origin, socketPath: parseEndpoint(host, origin), decisive: true }];
};

/** An unreadable or broken configuration is the docker CLI's to complain about; here it only means: no context. */
async function currentContext(path: string): Promise<string | null> {
  try {
    const value: unknown = JSON.parse(await readFile(path, 'utf8'));
    const name = (value as { currentContext?: unknown } | null)?.currentContext;
    return typeof name === 'string' && name !== '' ? name : null;
  } catch {
    return null;
  }
}

async function contextHost(path: string, name: string): Promise<string> {
  let host: unknown;
  try {
    const meta = JSON.parse(await readFile(path, 'utf8')) as {
      Endpoints?: { docker?: { Host?: unknown } };
    } | null;
    host = meta?.Endpoints?.docker?.Host;
  } catch (cause) {
    throw unusable(name, cause);
  }
  if (typeof host !== 'string' || host === '') throw unusable(name);
  return host;
}

function unusable(name: string, cause?: unknown): AppError {
  return new AppError(
    'ENGINE_UNREACHABLE',
    `The docker context ${name} does not exist or names no engine`,
    'Choose another one: `docker context ls`, then `docker context use NAME`, or unset DOCKER_CONTEXT',
    { cause },
  );
}
