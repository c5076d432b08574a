import { IncomingMessage } from 'node:http';
import type Docker from 'dockerode';
import { BadAnswer } from './bad-answer.ts';

/** Bytes of an answer that says what went wrong; more are not read. */
const MAX_PROBLEM = 64 * 1024;

type Modem = Docker['modem'];
type Dial = (options: Record<string, unknown>, callback: (error: unknown, data?: unknown) => void) => void;

/** A status the call did not expect, and what the engine said about it. Untrusted text. */
class UnexpectedStatus extends Error {
  readonly statusCode: number;

  constructor(statusCode: number, text: string) {
    super(text === '' ? `HTTP status ${statusCode}` : `${text} (HTTP status ${statusCode})`);
    this.statusCode = statusCode;
  }
}

/**
 * A view of docker-modem for one call: answers are read here, with a size limit on good and bad ones alike, and a connection
 * that drops in the middle of one fails at once (docker-modem 5 never settles then); the signal reaches calls that have no
 * option for it. `largest` is in bytes.
 */
export function boundedModem(modem: Modem, signal: AbortSignal, largest: number): Modem {
  const dial: Dial = (options, callback) => {
    const whole = options['isStream'] !== true && options['hijack'] !== true;
    const expected = options['statusCodes'] as Readonly<Record<number, unknown>>;
    // docker-modem would read the body of an unexpected status without a limit: it gets to think that it expects them all.
    const statusCodes = new Proxy({}, { get: () => true });
    (modem.dial as unknown as Dial).call(
      modem,
      { ...options, isStream: true, abortSignal: signal, statusCodes },
      (error, answer) => {
        if (error !== null && error !== undefined) return callback(error);
        // A hijacked connection is no answer but a socket.
        if (!(answer instanceof IncomingMessage)) return callback(null, answer);
        const good = expected[answer.statusCode ?? 0] === true;
        if (good && !whole) return callback(null, answer);
        // dockerode's own callback throws on an answer of another shape; that, too, is the call's failure.
        (good ? readJson(answer, largest) : readProblem(answer))
          .then((value) => callback(null, value))
          .catch((reason: unknown) => callback(reason));
      },
    );
  };
  return Object.assign(Object.create(modem) as Modem, { dial });
}

/** The body as JSON; a body that is none (`OK`) comes as text. */
async function readJson(res: IncomingMessage, largest: number): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of res as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > largest) throw new BadAnswer(`it has more than ${largest / 1024 ** 2} MiB`);
    chunks.push(chunk);
  }
  return parsed(Buffer.concat(chunks).toString());
}

/** Rejects with UnexpectedStatus; `message` is what the API documents for errors. */
async function readProblem(res: IncomingMessage): Promise<never> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of res as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_PROBLEM) break;
  }
  const text = Buffer.concat(chunks).toString();
  const message = (parsed(text) as { message?: unknown } | null)?.message;
  throw new UnexpectedStatus(res.statusCode ?? 0, (typeof message === 'string' ? message : text).trim());
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
