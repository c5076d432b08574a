import { statSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import Docker from 'dockerode';
import type { Person, RunResult } from './person.ts';
import type { Product } from './product.ts';

const docker = new Docker();
const SOCKET = /^unix:\/\/(.+)$/.exec(process.env['DOCKER_HOST'] ?? '')?.[1] ?? '/var/run/docker.sock';
/** Where things are inside; on the host they are elsewhere. */
export const inside = {
  home: '/home/dev',
  project: `/workspaces/sandbox-test-${process.pid}`,
  program: '/opt/sandbox',
};

interface Options {
  readonly image: string;
  readonly person: Person;
  readonly product: Product;
  /** More of `docker run -v`. */
  readonly binds?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Called with the container's id while it runs. */
  readonly during?: (id: string) => Promise<void>;
}

/**
 * A command in a container as editors make them for development: the socket of the engine outside, the person's home, project and
 * the built product mounted at other paths than the host's.
 */
export async function runInDevcontainer(command: readonly string[], options: Options): Promise<RunResult> {
  const { person, product, binds = [] } = options;
  const certificates = process.env['NODE_EXTRA_CA_CERTS'];
  const env = { ...certificatesIn(certificates), HOME: inside.home, ...options.env };
  const container = await docker.createContainer({
    Image: options.image,
    Cmd: [...command],
    Env: Object.entries(env).map(([name, value]) => `${name}=${value}`),
    User: `${person.uid}:${person.gid}`,
    WorkingDir: inside.project,
    Labels: { 'dev.sandbox.test': 'devcontainer' },
    HostConfig: {
      GroupAdd: [String(statSync(SOCKET).gid)],
      Init: true,
      Binds: [
        `${SOCKET}:/var/run/docker.sock`,
        `${person.home}:${inside.home}`,
        `${person.project}:${inside.project}`,
        `${product.dir}:${inside.program}:ro`,
        ...(certificates === undefined ? [] : [`${certificates}:${certificates}:ro`]),
        ...binds,
      ],
    },
  });
  try {
    const [out, err] = [collect(), collect()];
    const stream = await container.attach({ stream: true, stdout: true, stderr: true });
    container.modem.demuxStream(stream, out.stream, err.stream);
    const ended = new Promise((resolve) => stream.once('end', resolve));
    await container.start();
    await options.during?.(container.id);
    const { StatusCode: code } = (await container.wait()) as { StatusCode: number };
    await ended;
    return { code, signal: null, stdout: out.text(), stderr: err.text() };
  } finally {
    await container.remove({ force: true, v: true });
  }
}

function certificatesIn(path: string | undefined): Readonly<Record<string, string>> {
  return path === undefined ? {} : { NODE_EXTRA_CA_CERTS: path, SSL_CERT_FILE: process.env['SSL_CERT_FILE'] ?? path };
}

function collect(): { readonly stream: PassThrough; readonly text: () => string } {
  const stream = new PassThrough();
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  return { stream, text: () => Buffer.concat(chunks).toString() };
}
