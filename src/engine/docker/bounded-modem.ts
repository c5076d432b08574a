import type { IncomingMessage } from 'node:http';
import type Docker from 'dockerode';

/** Bytes of a whole answer; an inspect of a busy engine has some ten thousand. */
const MAX_BODY = 4 * 1024 * 1024;

type Modem = Docker['modem'];
type Dial = (options: Record<string, unknown>, callback: (error: unknown, data?: unknown) => void) => void;

/**
 * A view of docker-modem for one call: whole answers are read here, with a size limit, and a connection that drops in the
 * middle of one fails at once (docker-modem 5 never settles then); the signal reaches calls that have no option for it.
 * `touch` is called with every piece of an answer.
 */
export function boundedModem(modem: Modem, signal: AbortSignal, touch: () => void = () => {}): Modem {
  const dial: Dial = (options, callback) => {
    const whole = options['isStream'] !== true && options['hijack'] !== true;
    const bounded = { ...options, isStream: options['hijack'] !== true, abortSignal: signal };
    (modem.dial as unknown as Dial).call(modem, bounded, (error, answer) => {
      if (error !== null && error !== undefined) return callback(error);
      if (!whole) return callback(null, answer);
      // dockerode's own callback throws on an answer of another shape; that, too, is the call's failure.
      readJson(answer as IncomingMessage, touch)
        .then((value) => callback(null, value))
        .catch((reason: unknown) => callback(reason));
    });
  };
  return Object.assign(Object.create(modem) as Modem, { dial });
}

/** The body as JSON; a body that is none (`OK`) comes as text. */
async function readJson(res: IncomingMessage, touch: () => void): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of res as AsyncIterable<Buffer>) {
    touch();
    size += chunk.length;
    if (size > MAX_BODY) throw new Error(`an answer of more than ${MAX_BODY} bytes`);
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString();
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
