import { AppError } from '../../errors.ts';

/**
 * Podman refuses `uid=`, `gid=` and `nr_inodes=` of a tmpfs (seen with 4.3.1; processOptionsInternal in pkg/util/mount_opts.go
 * of its version 6 still does): a home could not belong to its user, nor be limited. So it is refused before anything is built.
 */
export function unsupportedPodman(socketPath: string, version: string): AppError {
  return new AppError(
    'ENGINE_UNSUPPORTED',
    `The engine at ${socketPath} is Podman ${version}, which can give a temporary home neither an owner nor a limit of files`,
    'Use Docker (rootless Docker, too): choose it with DOCKER_HOST or `docker context use`. Without one: install.sh --with-engine',
  );
}
