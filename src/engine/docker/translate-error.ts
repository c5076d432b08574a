import { AppError } from '../../errors.ts';
import { BadAnswer } from './bad-answer.ts';

const MAX_TEXT = 2_000;
const GONE = new Set(['ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'EPIPE', 'ENOTCONN']);

/**
 * A failed call as an AppError. `what` continues "while …": `creating the container`.
 * The daemon's text is untrusted; it ends up in the message, which only the escaping printer prints.
 */
export function translateError(error: unknown, endpoint: string, what: string): AppError {
  if (error instanceof AppError) return error;
  const code = String((error as NodeJS.ErrnoException | null)?.code ?? '');
  if (code === 'EACCES' || code === 'EPERM') {
    return new AppError(
      'ENGINE_NO_PERMISSION',
      `You may not use the engine at ${endpoint}`,
      'Join its group: sudo usermod -aG docker "$USER", then sign in again',
      { cause: error },
    );
  }
  if (GONE.has(code)) {
    return new AppError(
      'ENGINE_UNREACHABLE',
      `The engine at ${endpoint} went away while ${what} (${code})`,
      'See whether it is still running: docker info',
      { cause: error },
    );
  }
  const text = (error instanceof Error ? error.message : String(error)).trim().slice(0, MAX_TEXT);
  // HPE_…: not even HTTP. A TypeError is dockerode's, which looks into answers itself.
  if (error instanceof BadAnswer || error instanceof TypeError || code.startsWith('HPE_'))
    return nonsense(text, endpoint, what, error);
  if (/client version \S+ is too old/i.test(text)) {
    return new AppError(
      'ENGINE_TOO_NEW',
      `The engine at ${endpoint} no longer speaks an API version that this program knows: ${text}`,
      'Update sandbox',
      { cause: error },
    );
  }
  return engineFailed(text, what, error);
}

/** The connection broke after it had been made: the engine may have been restarted, and may answer when asked again. */
export function isDropped(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  return code === 'ECONNRESET' || code === 'EPIPE';
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
  const busy = /:(\d{1,5})(?: failed: port is already allocated|: bind: address already in use)/i.exec(text)?.[1];
  if (busy !== undefined) {
    return new AppError(
      'PORT_BUSY',
      `port ${busy} of 127.0.0.1 is taken: ${text}`,
      `See who has it: ss -ltnp 'sport = :${busy}'; end that, or publish another port.`,
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

function nonsense(text: string, endpoint: string, what: string, cause: unknown): AppError {
  return new AppError(
    'ENGINE_FAILED',
    `The engine at ${endpoint} gave an answer that makes no sense while ${what}: ${text}`,
    'See whether a Docker engine listens there: docker version; restart or update it if it does',
    { cause },
  );
}
