import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** How a route answers. `hang`: never. `drop`: the connection breaks, after `body` if there is one. */
export interface FakeReply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  readonly end?: 'whole' | 'drop' | 'hang';
  /** Answers an upgrade: gets the raw connection. */
  readonly upgrade?: (socket: Socket) => void;
}

/**
 * A server on a unix socket that says what a test tells it to. It stands in for an engine that misbehaves, never for one
 * that works: that one is real. Routes are `METHOD /path` without the API version; the longest that begins a request wins.
 */
export class FakeDaemon {
  readonly socketPath: string;
  /** `METHOD /path?query` of every request, in order. */
  readonly requests: string[] = [];
  /** Connections the client has closed before an answer. */
  aborted = 0;
  #dir: string;
  #routes = new Map<string, FakeReply>();
  #server: Server;
  #sockets = new Set<Socket>();

  private constructor() {
    this.#dir = mkdtempSync(join(tmpdir(), 'sandbox-fake-'));
    this.socketPath = join(this.#dir, 'docker.sock');
    this.#server = createServer((req, res) => this.#answer(req, res));
    this.#server.on('upgrade', (req: IncomingMessage, socket: Socket) => this.#answerUpgrade(req, socket));
    this.#server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
      socket.on('error', () => {});
    });
    this.on('GET /_ping', { headers: { 'Api-Version': '1.41' }, body: 'OK' });
    this.on('GET /info', { body: '{"CgroupVersion":"2","MemTotal":1000}' });
  }

  static async start(): Promise<FakeDaemon> {
    const daemon = new FakeDaemon();
    await new Promise<void>((resolve) => daemon.#server.listen(daemon.socketPath, resolve));
    return daemon;
  }

  on(route: string, reply: FakeReply): this {
    this.#routes.set(route, reply);
    return this;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
    rmSync(this.#dir, { recursive: true, force: true });
  }

  #reply(req: IncomingMessage): FakeReply {
    const request = `${req.method} ${(req.url ?? '').replace(/^\/v[\d.]+/, '')}`;
    this.requests.push(request);
    const routes = [...this.#routes.keys()].filter((route) => request.startsWith(route));
    const route = routes.sort((a, b) => b.length - a.length)[0] ?? '';
    return this.#routes.get(route) ?? { status: 404, body: '{"message":"no such route"}' };
  }

  #answer(req: IncomingMessage, res: ServerResponse): void {
    const reply = this.#reply(req);
    req.resume();
    res.on('close', () => {
      if (!res.writableFinished) this.aborted += 1;
    });
    if (reply.end === 'hang' && reply.body === undefined) return;
    if (reply.end === 'drop' && reply.body === undefined) {
      req.socket.destroy();
      return;
    }
    res.writeHead(reply.status ?? 200, { 'Content-Type': 'application/json', ...reply.headers });
    if ((reply.end ?? 'whole') === 'whole') res.end(reply.body ?? '');
    else res.write(reply.body ?? '', () => reply.end === 'drop' && setTimeout(() => req.socket.destroy(), 20));
  }

  #answerUpgrade(req: IncomingMessage, socket: Socket): void {
    const { upgrade, end, status, body } = this.#reply(req);
    if (upgrade === undefined) {
      if (end === 'hang') socket.resume().once('end', () => (this.aborted += 1));
      else if (end === 'drop') socket.destroy();
      else socket.end(`HTTP/1.1 ${status ?? 200} X\r\nConnection: close\r\n\r\n${String(body ?? '')}`);
      return;
    }
    socket.write('HTTP/1.1 101 UPGRADED\r\nConnection: Upgrade\r\nUpgrade: tcp\r\n\r\n');
    upgrade(socket);
  }
}
