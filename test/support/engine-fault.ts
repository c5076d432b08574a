import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** The answer of the real engine: its headers are there, so what was asked for is done or (wait, build) under way. */
interface RealAnswer {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Promise<Buffer>;
}

/** How an answer goes wrong. */
export interface Fault {
  /** The engine does what it was asked; only its answer is spoiled. */
  readonly forwarded: boolean;
  /** `real` is null when nothing was forwarded. */
  readonly answer: (res: ServerResponse, real: RealAnswer | null) => void;
  /** For a request that asks for the raw connection (attach). */
  readonly raw: (socket: Duplex, forward: () => void) => void;
}

const UPGRADED = 'HTTP/1.1 101 UPGRADED\r\nConnection: Upgrade\r\nUpgrade: tcp\r\n\r\n';

/** Headers of an answer whose length is not known: what is cut off later is seen to be cut off. */
function begin(res: ServerResponse, real: RealAnswer | null): void {
  const { 'content-length': _, 'transfer-encoding': __, ...headers } = real?.headers ?? {};
  const status = real?.status ?? 200;
  // An answer without a body cannot be cut off.
  res.writeHead(status === 204 || status === 304 ? 200 : status, headers);
  res.flushHeaders();
}

async function finish(res: ServerResponse, real: RealAnswer | null): Promise<void> {
  res.writeHead(real?.status ?? 200, real?.headers);
  res.flushHeaders();
  res.end(await real?.body);
}

const status = (code: number, body: string, type = 'application/json'): Fault => ({
  forwarded: false,
  answer: (res) => res.writeHead(code, { 'Content-Type': type, 'Api-Version': '1.41' }).end(code === 304 ? '' : body),
  raw: (socket) =>
    socket.end(
      `HTTP/1.1 ${code} Status\r\nContent-Type: ${type}\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    ),
});
const json = (body: string): Fault => status(200, body);
const message = (text: string): string => JSON.stringify({ message: text });

/** What an attacked or broken engine may say: moves the cursor, clears the screen, forges a line of ours, names paths. */
const NASTY = '\u001b[2J\u001b]0;owned\u0007\u009b31m\r\nsandbox: all is well\u202e /home/someone/.ssh/id_rsa';
const HUGE = 'x'.repeat(10 * 1024 * 1024);

/** Every fault by name, in the order of the table in docs/engine-faults.md. */
export const faults = {
  'slow, but in time': {
    forwarded: true,
    answer: (res, real) => void setTimeout(() => void finish(res, real), 300),
    raw: (_, forward) => void setTimeout(forward, 300),
  },
  'no answer': { forwarded: false, answer: () => undefined, raw: (socket) => void socket.resume() },
  'dropped, not done': {
    forwarded: false,
    answer: (res) => res.socket?.destroy(),
    raw: (socket) => socket.destroy(),
  },
  'dropped, done': { forwarded: true, answer: (res) => res.socket?.destroy(), raw: (socket) => socket.destroy() },
  'dropped after headers': {
    forwarded: true,
    answer: (res, real) => {
      begin(res, real);
      setTimeout(() => res.socket?.destroy(), 20);
    },
    raw: (socket) => {
      socket.write(UPGRADED);
      setTimeout(() => socket.destroy(), 20);
    },
  },
  'half a body': {
    forwarded: true,
    answer: (res, real) => {
      begin(res, real);
      void real?.body.then((body) => {
        res.write(body.subarray(0, body.length / 2));
        setTimeout(() => res.socket?.destroy(), 20);
      });
    },
    raw: (socket) => {
      socket.write(`${UPGRADED}\u0001\u0000\u0000`);
      setTimeout(() => socket.destroy(), 20);
    },
  },
  'byte by byte, without end': {
    forwarded: false,
    answer: (res) => {
      res.writeHead(200, { 'Content-Type': 'application/json' });
      const timer = setInterval(() => res.write(' '), 20);
      res.on('close', () => clearInterval(timer));
    },
    raw: (socket) => {
      const timer = setInterval(() => socket.write('H'), 20);
      socket.on('close', () => clearInterval(timer));
    },
  },
  'status 304': status(304, ''),
  'status 400': status(400, message('bad parameter')),
  'status 404': status(404, message('No such thing: x')),
  'status 409': status(409, message('Conflict: x is busy')),
  'status 500': status(500, message('it hurts')),
  'status 503': status(503, message('not ready')),
  '500, not JSON': status(500, '<html><body>Bad Gateway</body></html>', 'text/html'),
  '500, hostile text': status(500, message(NASTY)),
  '500, 10 MB': status(500, message(HUGE)),
  'a 10 MB label': json(
    `[{"Id":"${'a'.repeat(64)}","Names":["/x"],"State":"running","Created":1,"Labels":{"dev.sandbox.session":"${HUGE}"}}]`,
  ),
  'wrong types': json(
    '{"Id":{},"RepoTags":"x","Config":{"Labels":7},"Size":"big","State":"dead","StatusCode":"0","MemTotal":"much","Labels":[1]}',
  ),
  'a list of nonsense': json('[5,null,"x",{"Id":[],"Names":{},"Labels":"y"}]'),
  '`__proto__`': json(
    '{"__proto__":{"polluted":true},"Id":"__proto__","Config":{"Labels":{"__proto__":"x","constructor":{"prototype":{"polluted":true}}}},"State":{"__proto__":{"Running":false}}}',
  ),
  'nested deeply': json(`${'['.repeat(200_000)}${']'.repeat(200_000)}`),
  'impossible numbers': json(
    '{"Id":1e999,"Size":-1,"MemTotal":-1e308,"StatusCode":1.5,"Created":-1e300,"State":{"ExitCode":1e300,"Running":false,"Pid":-5}}',
  ),
  null: json('null'),
  'no body': json(''),
} satisfies Record<string, Fault>;

export type FaultName = keyof typeof faults;
export const faultNames = Object.keys(faults) as FaultName[];
