import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { dialects } from './dialects/index.ts';
import type { Dialect } from './dialects/dialect.ts';
import type { Player } from './player.ts';
import type { Recorder } from './recorder.ts';
import { reply } from './reply.ts';

export interface ModelServer {
  /** `http://127.0.0.1:4711` */
  readonly url: string;
  close(): Promise<void>;
}

/** Starts the scripted model. Port 0: a free one. */
export async function startModelServer(options: {
  readonly host: string;
  readonly port: number;
  readonly player: Player;
  readonly record: Recorder;
}): Promise<ModelServer> {
  const server = createServer((request, response) => {
    answer(request, response, options).catch((error: unknown) => {
      // The agent went away while it was being answered.
      response.destroy(error instanceof Error ? error : undefined);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const host = options.host.includes(':') ? `[${options.host}]` : options.host;
  return {
    url: `http://${host}:${String(port)}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { player, record }: { readonly player: Player; readonly record: Recorder },
): Promise<void> {
  const method = request.method ?? 'GET';
  const path = new URL(request.url ?? '/', 'http://model').pathname;
  const body = await readBody(request);
  record({ method, path, body });

  const dialect = method === 'POST' ? dialects.find((candidate) => path.endsWith(candidate.path)) : undefined;
  if (dialect !== undefined && isRecord(body)) {
    await converse(dialect, body, response, player);
    return;
  }
  const [status, value] = aside(method, path);
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(method === 'HEAD' ? undefined : JSON.stringify(value));
}

async function converse(
  dialect: Dialect,
  body: Readonly<Record<string, unknown>>,
  response: ServerResponse,
  player: Player,
): Promise<void> {
  const request = dialect.read(body);
  const { delay, ...content } = reply(request, player);
  const whole = {
    ...content,
    id: randomUUID().replaceAll('-', ''),
    model: request.model,
    time: Math.floor(Date.now() / 1000),
  };
  if (request.stream) response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  if (request.stream) response.flushHeaders();
  if (delay > 0) await sleep(delay * 1000, undefined, { ref: false });
  if (!request.stream) {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(dialect.whole(whole)));
    return;
  }
  for (const { event, data } of dialect.events(whole)) {
    if (event !== null) response.write(`event: ${event}\n`);
    response.write(`data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`);
  }
  response.end();
}

/** Everything an agent asks beside the conversation: models, token counts, telemetry. Harmless answers, no surprises. */
function aside(method: string, path: string): readonly [status: number, body: unknown] {
  if (path.endsWith('/models')) {
    const model = { id: 'scripted', object: 'model', type: 'model', display_name: 'scripted', owned_by: 'sandbox' };
    return [200, { object: 'list', data: [model], has_more: false, first_id: model.id, last_id: model.id }];
  }
  if (path.endsWith('/count_tokens')) return [200, { input_tokens: 1 }];
  if (method === 'POST' || path === '/') return [200, {}];
  return [404, { error: { type: 'not_found_error', message: 'the scripted model has nothing here' } }];
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
