import { AppError } from '../../../errors.ts';

const REMOTE = new Set(['tcp', 'http', 'https', 'ssh']);

/**
 * `unix:///path` → `/path`. Other machines are refused: a bind mount would mean *their* directories, not yours.
 * Only the scheme of a refused endpoint is repeated, since it may carry a password.
 * Throws ENGINE_REMOTE, ENGINE_UNREACHABLE.
 */
export function parseEndpoint(value: string, origin: string): string {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(value)?.[1]?.toLowerCase();
  if (scheme === 'unix') {
    const path = value.slice('unix://'.length);
    if (path.startsWith('/') && !path.includes('\0')) return path;
    throw new AppError(
      'ENGINE_UNREACHABLE',
      `${origin} names a socket by a relative path: ${value}`,
      'Give an absolute path: unix:///var/run/docker.sock',
    );
  }
  if (scheme !== undefined && !REMOTE.has(scheme)) {
    throw new AppError(
      'ENGINE_UNREACHABLE',
      `${origin} uses ${scheme}://, which is not a local unix socket`,
      'Give an endpoint of the form unix:///var/run/docker.sock',
    );
  }
  if (scheme === undefined && value.startsWith('/')) {
    throw new AppError('ENGINE_UNREACHABLE', `${origin} lacks a scheme: ${value}`, `Write unix://${value}`);
  }
  throw new AppError(
    'ENGINE_REMOTE',
    `${origin} points to an engine reached over ${scheme ?? 'tcp'}: bind mounts would mean directories of another machine`,
    'Use an engine on this machine: unset DOCKER_HOST, or choose a local context with `docker context use default`',
  );
}
