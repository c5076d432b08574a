import type { Socket } from 'node:net';
import type Docker from 'dockerode';
import type { Attachment, ContainerState, ContainerSummary } from '../engine.ts';
import { attachment } from './attach.ts';
import type { CreateBody } from './create-options.ts';
import type { DockerClient } from './docker-client.ts';
import { readAnswer } from './read-answer.ts';
import { readContainer } from './read-container.ts';
import { engineFailed } from './translate-error.ts';

const QUERY = 10_000;

export async function createContainer(client: DockerClient, body: CreateBody): Promise<string> {
  const container = await client.call({ what: 'creating the container', deadline: 20_000 }, (docker) =>
    docker.createContainer(separated(body)),
  );
  const id: unknown = container?.id;
  if (typeof id !== 'string' || !/^[0-9a-f]{12,64}$/.test(id))
    throw engineFailed('no container id', 'creating the container');
  return id;
}

/** Without this split docker-modem puts every option into the query as well. Its types do not know it. */
function separated({ name, ...body }: CreateBody): Docker.ContainerCreateOptions {
  return { _query: { name }, _body: body } as Docker.ContainerCreateOptions;
}

/**
 * Keys that detach a terminal cannot be switched off, only set: four times the byte 0xFF, which no UTF-8 input contains.
 * It is written into the path because dockerode can encode text only. The body is empty because the engine would take what
 * it has not read of one for the beginning of stdin.
 */
export async function attach(client: DockerClient, id: string, tty: boolean): Promise<Attachment> {
  const what = 'attaching to the container';
  const socket = await client.call({ what, deadline: QUERY }, (docker) =>
    dial<Socket>(docker, {
      path: `/containers/${id}/attach?detachKeys=%FF,%FF,%FF,%FF&`,
      method: 'POST',
      hijack: true,
      isStream: true,
      file: Buffer.alloc(0),
      headers: { 'Content-Type': 'text/plain' },
      options: { stream: true, stdin: true, stdout: true, stderr: true },
      statusCodes: {},
    }),
  );
  if (socket === null || typeof socket.setNoDelay !== 'function') throw engineFailed('no connection', what);
  return attachment(socket, tty);
}

export async function start(client: DockerClient, id: string): Promise<void> {
  await client.call({ what: 'starting the container', deadline: 60_000, tolerate: [304] }, (docker) =>
    docker.getContainer(id).start(),
  );
}

/** A terminal that has ended has no size: not an error. */
export async function resize(client: DockerClient, id: string, columns: number, rows: number): Promise<void> {
  try {
    await client.call({ what: 'resizing the terminal', deadline: QUERY, tolerate: [404, 409] }, (docker) =>
      docker.getContainer(id).resize({ w: columns, h: rows }),
    );
  } catch (error) {
    if (!/is not running|no such process|process (already|not)|not found/i.test((error as Error).message)) throw error;
  }
}

export async function kill(client: DockerClient, id: string, signal: string): Promise<void> {
  await client.call({ what: 'signalling the container', deadline: QUERY, tolerate: [404, 409] }, (docker) =>
    docker.getContainer(id).kill({ signal }),
  );
}

export async function stop(client: DockerClient, id: string, seconds: number): Promise<void> {
  const deadline = seconds * 1000 + 10_000;
  await client.call({ what: 'stopping the container', deadline, tolerate: [304, 404] }, (docker) =>
    docker.getContainer(id).stop({ t: seconds }),
  );
}

/** 409: its removal has already begun. */
export async function removeContainer(client: DockerClient, id: string): Promise<void> {
  await client.call({ what: 'removing the container', deadline: 30_000, tolerate: [404, 409] }, (docker) =>
    docker.getContainer(id).remove({ force: true, v: true }),
  );
}

export async function inspectContainer(client: DockerClient, id: string): Promise<ContainerState | null> {
  const found = await client.call({ what: 'inspecting the container', deadline: QUERY, tolerate: [404] }, (docker) =>
    docker.getContainer(id).inspect(),
  );
  if (found === null) return null;
  return readAnswer('inspecting the container', () => readContainer(found));
}

export async function listContainers(client: DockerClient, label: string): Promise<readonly ContainerSummary[]> {
  const found = await client.call({ what: 'listing containers', deadline: QUERY }, (docker) =>
    docker.listContainers({ all: true, filters: { label: [label] } }),
  );
  return readAnswer('listing containers', () =>
    (found ?? []).map((container) => ({
      id: container.Id,
      name: (container.Names[0] ?? '').replace(/^\//, ''),
      labels: container.Labels ?? {},
      state: container.State,
      created: container.Created,
    })),
  );
}

export async function listUsedImages(client: DockerClient): Promise<ReadonlySet<string>> {
  const found = await client.call({ what: 'listing containers', deadline: QUERY }, (docker) =>
    docker.listContainers({ all: true }),
  );
  return readAnswer('listing containers', () => new Set((found ?? []).map(({ ImageID }) => ImageID)));
}

/** A request of docker-modem's, for what dockerode's methods cannot express. */
export function dial<T>(docker: Docker, options: Parameters<Docker['modem']['dial']>[0]): Promise<T> {
  return new Promise((resolve, reject) => {
    docker.modem.dial(options, (error, result) => {
      if (error !== null) reject(error);
      else resolve(result as T);
    });
  });
}
