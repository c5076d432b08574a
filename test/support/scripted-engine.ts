import { chmodSync, linkSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import type { Fault } from './engine-fault.ts';

/** A whole answer of our own; the real engine never hears of the request. */
export interface ScriptedAnswer {
  readonly status?: number;
  readonly body?: string;
}

const REAL = /^unix:\/\/(.+)$/.exec(process.env['DOCKER_HOST'] ?? '')?.[1] ?? '/var/run/docker.sock';
const REAL_VERSION = '1.41';

/**
 * The real engine behind a socket of ours, with a fault at a call a test chooses: real containers, and one answer spoiled.
 * Routes are matched against `METHOD /path?query` without the API version.
 */
export class ScriptedEngine {
  readonly socketPath: string;
  /** `METHOD /path?query` of every request, in order. */
  readonly requests: string[] = [];
  /** API versions asked for, in order; requests without one are left out. */
  readonly versions: string[] = [];
  readonly #dir: string;
  #server: Server | null = null;
  readonly #sockets = new Set<Duplex>();
  /** Connections by what was asked over them last. */
  readonly #asked = new Map<Duplex, string>();
  #faults: { readonly route: RegExp; readonly fault: Fault; left: number }[] = [];
  #answers: { readonly route: RegExp; readonly answer: ScriptedAnswer; left: number }[] = [];
  #api: { readonly newest: string | null; readonly oldest: string } = { newest: REAL_VERSION, oldest: '1.12' };

  private constructor() {
    this.#dir = mkdtempSync('/var/tmp/sandbox-engine-');
    chmodSync(this.#dir, 0o755);
    this.socketPath = join(this.#dir, 'docker.sock');
  }

  static async start(): Promise<ScriptedEngine> {
    const engine = new ScriptedEngine();
    await engine.comeBack();
    return engine;
  }

  /** The next `times` requests of that route meet the fault; those before and after are the real engine's. */
  fault(route: RegExp, fault: Fault, times = Infinity): this {
    this.#faults.push({ route, fault, left: times });
    return this;
  }

  /** The next `times` requests of that route get this answer. */
  answer(route: RegExp, answer: ScriptedAnswer, times = Infinity): this {
    this.#answers.push({ route, answer, left: times });
    return this;
  }

  /** What it says it speaks (null: nothing), and what it still accepts; what it gets is translated for the real engine. */
  speak(newest: string | null, oldest = '1.12'): this {
    this.#api = { newest, oldest };
    return this;
  }

  /** As when it was started. */
  async heal(): Promise<void> {
    if (this.#server === null) await this.comeBack();
    this.#faults = [];
    this.#answers = [];
    this.#api = { newest: REAL_VERSION, oldest: '1.12' };
    this.requests.length = 0;
    this.versions.length = 0;
  }

  /** Breaks the connections over which that was asked last; the real engine goes on. */
  cut(route: RegExp): void {
    for (const [socket, name] of this.#asked) if (route.test(name)) socket.destroy();
  }

  /** The engine's end: every connection breaks, and nothing listens on the socket, which stays there (ECONNREFUSED). */
  async goAway(): Promise<void> {
    const kept = `${this.socketPath}.kept`;
    linkSync(this.socketPath, kept);
    const closed = new Promise((resolve) => this.#server?.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
    this.#server = null;
    renameSync(kept, this.socketPath);
  }

  async comeBack(): Promise<void> {
    rmSync(this.socketPath, { force: true });
    const server = createServer((req, res) => this.#answerRequest(req, res));
    server.on('upgrade', (req: IncomingMessage, socket: Duplex, head: Buffer) => this.#upgrade(req, socket, head));
    server.on('connection', (socket: Socket) => this.#keep(socket));
    server.keepAliveTimeout = 0;
    await new Promise<void>((resolve) => server.listen(this.socketPath, resolve));
    chmodSync(this.socketPath, 0o666);
    this.#server = server;
  }

  async close(): Promise<void> {
    const closed = this.#server === null ? null : new Promise((resolve) => this.#server?.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
    rmSync(this.#dir, { recursive: true, force: true });
  }

  #keep<T extends Duplex>(socket: T): T {
    this.#sockets.add(socket);
    socket.on('close', () => {
      this.#sockets.delete(socket);
      this.#asked.delete(socket);
    });
    socket.on('error', () => socket.destroy());
    return socket;
  }

  #read(req: IncomingMessage): { name: string; version: string | null; fault: Fault | null } {
    const [, version = null] = /^\/v([\d.]+)\//.exec(req.url ?? '') ?? [];
    const name = `${req.method} ${(req.url ?? '').replace(/^\/v[\d.]+/, '')}`;
    this.requests.push(name);
    if (version !== null) this.versions.push(version);
    this.#asked.set(req.socket, name);
    const entry = this.#faults.find(({ route, left }) => left > 0 && route.test(name));
    if (entry !== undefined) entry.left -= 1;
    return { name, version, fault: entry?.fault ?? null };
  }

  #answerRequest(req: IncomingMessage, res: ServerResponse): void {
    const { name, version, fault } = this.#read(req);
    const scripted = this.#answers.find(({ route, left }) => left > 0 && route.test(name));
    if (scripted !== undefined) scripted.left -= 1;
    const answer = scripted?.answer;
    const refusal = this.#refusal(version);
    if (fault !== null && !fault.forwarded) {
      req.resume();
      fault.answer(res, null);
    } else if (refusal !== null || answer !== undefined) {
      req.resume();
      const { status = 200, body = '' } = refusal ?? answer ?? {};
      const headers = { 'Content-Type': 'application/json' };
      // Not before the request was read: a client that still sends would see a broken pipe.
      req.on('end', () => {
        if (fault !== null) fault.answer(res, { status, headers, body: Promise.resolve(Buffer.from(body)) });
        else res.writeHead(status, headers).end(body);
      });
    } else this.#forward(req, res, fault);
  }

  #refusal(version: string | null): ScriptedAnswer | null {
    if (version === null || number(version) >= number(this.#api.oldest)) return null;
    const text = `client version ${version} is too old. Minimum supported API version is ${this.#api.oldest}, please upgrade your client to a newer version`;
    return { status: 400, body: JSON.stringify({ message: text }) };
  }

  #forward(req: IncomingMessage, res: ServerResponse, fault: Fault | null): void {
    const upstream = request({
      socketPath: REAL,
      path: realPath(req),
      method: req.method,
      headers: req.headers,
      agent: false,
    });
    upstream.on('socket', (socket) => this.#keep(socket));
    upstream.on('error', () => res.destroy());
    res.on('close', () => upstream.destroy());
    upstream.on('response', (real) => {
      const headers = { ...real.headers };
      if ('api-version' in headers) {
        if (this.#api.newest === null) delete headers['api-version'];
        else headers['api-version'] = this.#api.newest;
      }
      if (fault === null) {
        res.writeHead(real.statusCode ?? 500, headers);
        res.flushHeaders();
        real.pipe(res);
        return;
      }
      const body = collect(real);
      fault.answer(res, { status: real.statusCode ?? 500, headers, body });
    });
    req.pipe(upstream);
  }

  #upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { version, fault } = this.#read(req);
    this.#keep(socket);
    const refusal = this.#refusal(version);
    const forward = (): void => this.#forwardRaw(req, socket, head);
    if (fault !== null) fault.raw(socket, forward);
    else if (refusal !== null) socket.end(`HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n${refusal.body ?? ''}`);
    else forward();
  }

  /** The request as it came: the answer, 101 or not, and everything after it go back untouched. */
  #forwardRaw(req: IncomingMessage, socket: Duplex, head: Buffer): void {
    const upstream = this.#keep(connect(REAL));
    const lines = [`${req.method} ${realPath(req)} HTTP/1.1`];
    for (let at = 0; at < req.rawHeaders.length; at += 2)
      lines.push(`${req.rawHeaders[at]}: ${req.rawHeaders[at + 1]}`);
    upstream.write(`${lines.join('\r\n')}\r\n\r\n`);
    upstream.write(head);
    socket.pipe(upstream);
    upstream.pipe(socket);
    socket.on('close', () => upstream.destroy());
    upstream.on('close', () => socket.destroy());
  }
}

/** What came before the connection broke, if it did. */
async function collect(real: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  real.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(real, 'close').catch(() => undefined);
  return Buffer.concat(chunks);
}

function realPath(req: IncomingMessage): string {
  return (req.url ?? '').replace(/^\/v[\d.]+/, `/v${REAL_VERSION}`);
}

/** 1.41 → 1041. */
function number(version: string): number {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major * 1000 + minor;
}
