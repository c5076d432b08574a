import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Engine } from '../../src/engine/engine.ts';

/**
 * Brings images from one engine to another (Docker Engine API, ImageGetAll and ImageLoad), unless they are there: building them
 * again would take minutes. Building itself is a behaviour of its own. Sockets are paths.
 */
export async function giveImages(
  refs: readonly string[],
  from: string,
  to: { readonly socket: string; readonly engine: Engine },
) {
  const missing: string[] = [];
  for (const ref of refs) if ((await to.engine.inspectImage(ref)) === null) missing.push(ref);
  if (missing.length === 0) return;
  const names = missing.map((ref) => `names=${encodeURIComponent(ref)}`).join('&');
  const saved = await ask(from, 'GET', `/images/get?${names}`);
  const load = request({
    socketPath: to.socket,
    method: 'POST',
    path: '/images/load?quiet=1',
    headers: { 'Content-Type': 'application/x-tar' },
  });
  const answer = answerOf(load);
  await pipeline(saved, load);
  const loaded = await answer;
  for await (const chunk of loaded as AsyncIterable<Buffer>)
    if (chunk.includes('"error"')) throw new Error(`images were not loaded: ${chunk.toString('utf8', 0, 500)}`);
}

function ask(socketPath: string, method: string, path: string): Promise<IncomingMessage> {
  const req = request({ socketPath, method, path });
  const answer = answerOf(req);
  req.end();
  return answer;
}

function answerOf(req: ReturnType<typeof request>): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    req.once('error', reject);
    req.once('response', (res) => {
      if (res.statusCode === 200) resolve(res);
      else reject(new Error(`HTTP status ${res.statusCode}`));
    });
  });
}
