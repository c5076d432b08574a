import { Agent, request } from 'node:http';
import type { AgentOptions, IncomingHttpHeaders } from 'node:http';
import { AppError } from '../../errors.ts';

export interface Ping {
  /** Newest API version the engine speaks. */
  readonly apiVersion: string;
  /** Podman's own version, when it is Podman that answers; else null. */
  readonly podman: string | null;
}

const DEADLINE = 5_000;

/** One connection for one question, and no server name (why: local-agent.ts). */
const once = { keepAlive: false, servername: '' } as AgentOptions;

/**
 * `GET /_ping`, by hand: it runs while the engine's library is still being loaded, and its answer is in the headers, which
 * that library does not give. Rejects with the socket's error, ENGINE_TIMEOUT or ENGINE_UNREACHABLE (not Docker).
 */
export function ping(socketPath: string, deadline: number = DEADLINE): Promise<Ping> {
  return new Promise((resolve, reject) => {
    const req = request({
      socketPath,
      path: '/_ping',
      method: 'GET',
      headers: { Host: 'docker' },
      agent: new Agent(once),
    });
    const timer = setTimeout(() => {
      req.destroy(
        new AppError(
          'ENGINE_TIMEOUT',
          `The engine at ${socketPath} did not answer within ${deadline / 1000} s`,
          'See whether it is overloaded or stuck: docker info; restart it if it does not answer either',
        ),
      );
    }, deadline);
    req.on('response', (res) => {
      const version = res.headers['api-version'];
      res.destroy();
      clearTimeout(timer);
      const known = typeof version === 'string' && /^\d{1,4}\.\d{1,4}$/.test(version);
      if (known && res.statusCode === 200) resolve({ apiVersion: version, podman: podmanVersion(res.headers) });
      else reject(notDocker(socketPath, `HTTP status ${res.statusCode}${known ? '' : ', no API version'}`));
    });
    req.on('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      const foreign = error.code?.startsWith('HPE_') === true || error.code === 'ECONNRESET';
      reject(foreign ? notDocker(socketPath, error.message) : error);
    });
    req.end();
  });
}

/** A header of every answer of Podman's compatible API (seen with 4.3.1). Only digits and dots are believed. */
function podmanVersion(headers: IncomingHttpHeaders): string | null {
  const version = headers['libpod-api-version'];
  if (version === undefined) return null;
  return typeof version === 'string' && /^[\d.]{1,20}$/.test(version) ? version : 'of an unknown version';
}

function notDocker(socketPath: string, found: string): AppError {
  return new AppError(
    'ENGINE_UNREACHABLE',
    `Something listens on ${socketPath}, but it does not answer like a Docker engine (${found})`,
    'Point DOCKER_HOST at the socket of a Docker engine',
  );
}
