import { AppError } from '../../../errors.ts';
import type { Candidate } from './strategy.ts';

export interface Failure {
  readonly candidate: Candidate;
  readonly error: unknown;
}

const START = 'Start it: sudo systemctl start docker (or: sudo service docker start)';

/**
 * Tells apart: no permission · answering but unusable · installed but not running · not installed.
 * What says most wins: a socket we may not open means more than one that is missing. An engine of a kind that cannot be used
 * comes last but for engines that are not there: Docker, stopped or closed to us, is nearer.
 */
export function explainFailure(failures: readonly Failure[], installed: readonly string[]): AppError {
  const isUnsupported = ({ error }: Failure): boolean =>
    error instanceof AppError && error.code === 'ENGINE_UNSUPPORTED';
  const known = failures.find((failure) => failure.error instanceof AppError && !isUnsupported(failure));
  const unsupported = failures.find(isUnsupported);
  const denied = failures.find(({ error }) => code(error) === 'EACCES' || code(error) === 'EPERM');
  const refused = failures.find(({ error }) => code(error) === 'ECONNREFUSED');
  if (known !== undefined) return known.error as AppError;
  if (denied !== undefined) {
    return new AppError(
      'ENGINE_NO_PERMISSION',
      `You may not use the engine at ${place(denied)}`,
      'Join its group: sudo usermod -aG docker "$USER", then sign in again (that group is as powerful as root); or use rootless Docker',
      { cause: denied.error },
    );
  }
  if (refused !== undefined) {
    return new AppError('ENGINE_NOT_RUNNING', `Nothing listens on ${place(refused)}`, START, { cause: refused.error });
  }
  if (unsupported !== undefined) return unsupported.error as AppError;
  const first = failures[0];
  if (first !== undefined && code(first.error) !== 'ENOENT') {
    return new AppError('ENGINE_UNREACHABLE', `No answer from ${place(first)}: ${text(first.error)}`, START, {
      cause: first.error,
    });
  }
  const sockets = failures.map(place).join(', ');
  if (installed.length > 0 || first?.candidate.decisive === true) {
    const what =
      installed.length > 0 ? `${installed.join(' and ')} is installed, but no engine runs` : 'No engine runs';
    return new AppError('ENGINE_NOT_RUNNING', `${what}: there is no socket at ${sockets}`, START);
  }
  return new AppError(
    'ENGINE_NOT_INSTALLED',
    `No container engine is installed: there is no socket at ${sockets}, and no dockerd`,
    "Install Docker (Debian, Ubuntu: sudo apt-get install docker.io), or run this program's install.sh --with-engine",
  );
}

function place({ candidate }: Failure): string {
  return `${candidate.socketPath} (${candidate.origin})`;
}

function code(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException | null)?.code;
}

function text(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
