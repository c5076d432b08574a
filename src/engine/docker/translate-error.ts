import { AppError } from '../../errors.ts';

const MAX_TEXT = 2_000;
const GONE = new Set(['ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'EPIPE', 'ENOTCONN']);

/**
 * A failed call as an AppError. `what` continues "while …": `creating the container`.
 * The daemon's text is untrusted; it ends up in the message, which only the escaping printer prints.
 */
export function translateError(error: unknown, endpoint: string, what: string): AppError {
  if (error instanceof AppError) return error;
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EACCES' || code === 'EPERM') {
    return new AppError(
      'ENGINE_NO_PERMISSION',
      `You may not use the engine at ${endpoint}`,
      'Join its group: sudo usermod -aG docker "$USER", then sign in again',
      { cause: error },
    );
  }
  if (code !== undefined && GONE.has(code)) {
    return new AppError(
      'ENGINE_UNREACHABLE',
      `The engine at ${endpoint} went away while ${what} (${code})`,
      'See whether it is still running: docker info',
      { cause: error },
    );
  }
  return engineFailed(daemonText(error), what, error);
}

/** An error the engine reported, by a status code or inside a stream of progress. */
export function engineFailed(text: string, what: string, cause?: unknown): AppError {
  if (/no space left on device|disk quota exceeded/i.test(text)) {
    return new AppError(
      'ENGINE_DISK_FULL',
      `The engine has no space left while ${what}: ${text}`,
      'Free some: docker system df shows what uses it, sandbox image prune removes images of this program',
      { cause },
    );
  }
  if (/Range of CPUs is from/i.test(text)) {
    return new AppError('BAD_VALUE', `--cpus is more than the engine has: ${text}`, 'Give a smaller number.', {
      cause,
    });
  }
  return new AppError(
    'ENGINE_FAILED',
    `The engine failed while ${what}: ${text}`,
    'The engine’s own log says more (journalctl -u docker)',
    { cause },
  );
}

/** docker-modem keeps the parsed body in `json`; `message` is what the API documents for errors. */
function daemonText(error: unknown): string {
  const message = (error as { json?: { message?: unknown } | null } | null)?.json?.message;
  const text = typeof message === 'string' ? message : error instanceof Error ? error.message : String(error);
  return text.trim().slice(0, MAX_TEXT);
}
