import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type Docker from 'dockerode';
import type { Attachment, ContainerState, ContainerSummary, OuterMount, Output } from '../engine.ts';
import { attachment, outputOf } from './attach.ts';
import type { CreateBody } from './create-options.ts';
import type { DockerClient } from './docker-client.ts';
import { containerId, flag, labels, list, object, text, wholeNumber } from './fields.ts';
import { readContainer } from './read-container.ts';

const QUERY = 10_000;

export async function createContainer(client: DockerClient, body: CreateBody): Promise<string> {
  return client.call({ what: 'creating the container', deadline: 20_000 }, async (docker) =>
    containerId((await docker.createContainer(separated(body))).id),
  );
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
export async function attach(
  client: DockerClient,
  id: string,
  { tty, stdin }: { readonly tty: boolean; readonly stdin?: false },
): Promise<Attachment> {
  const socket = await client.call({ what: 'attaching to the container', deadline: QUERY }, (docker) =>
    dial<Socket>(docker, {
      path: `/containers/${id}/attach?detachKeys=%FF,%FF,%FF,%FF&`,
      method: 'POST',
      hijack: true,
      isStream: true,
      file: Buffer.alloc(0),
      headers: { 'Content-Type': 'text/plain' },
      options: { stream: true, stdin: stdin ?? true, stdout: true, stderr: true },
      statusCodes: {},
    }),
  );
  return attachment(socket, tty);
}

/** The deadline is for the beginning: how long the rest takes is the reader's affair. */
export async function logs(
  client: DockerClient,
  id: string,
  { tty, follow }: { readonly tty: boolean; readonly follow: boolean },
): Promise<Output> {
  const answer = await client.call({ what: 'reading the container’s log', deadline: QUERY }, (docker) =>
    dial<IncomingMessage>(docker, {
      path: `/containers/${id}/logs?`,
      method: 'GET',
      isStream: true,
      options: { stdout: true, stderr: true, follow },
      statusCodes: { 200: true },
    }),
  );
  return outputOf(answer, tty);
}

export async function start(client: DockerClient, id: string): Promise<void> {
  await client.call({ what: 'starting the container', deadline: 60_000, tolerate: [304] }, (docker) =>
    docker.getContainer(id).start(),
  );
}

/** A terminal that has ended has no size: not an error. */
export async function resize(client: DockerClient, id: string, columns: number, rows: number): Promise<void> {
  try {
    await client.call({ what: 'resizing the terminal', deadline: QUERY, tolerate: [404, 409], again: true }, (docker) =>
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
  await client.call({ what: 'stopping the container', deadline, tolerate: [304, 404], again: true }, (docker) =>
    docker.getContainer(id).stop({ t: seconds }),
  );
}

/** One whose removal has already begun counts as gone; any other conflict does not. */
export async function removeContainer(client: DockerClient, id: string): Promise<void> {
  try {
    await client.call({ what: 'removing the container', deadline: 30_000, tolerate: [404], again: true }, (docker) =>
      docker.getContainer(id).remove({ force: true, v: true }),
    );
  } catch (error) {
    if (!/removal of container \S+ is already in progress/i.test((error as Error).message)) throw error;
  }
}

export async function inspectContainer(client: DockerClient, id: string): Promise<ContainerState | null> {
  const call = { what: 'inspecting the container', deadline: QUERY, tolerate: [404], again: true } as const;
  return client.call(call, async (docker) => readContainer(await docker.getContainer(id).inspect()));
}

/** Docker Engine API v1.41, ContainerInspect, field Mounts. A tmpfs has no source and is nothing of the engine's machine. */
export async function containerMounts(client: DockerClient, id: string): Promise<readonly OuterMount[] | null> {
  const call = { what: 'asking for this container’s mounts', deadline: QUERY, tolerate: [404], again: true } as const;
  return client.call(call, async (docker) => {
    const answer: unknown = await docker.getContainer(id).inspect();
    const mounts = list(object(answer, 'the whole')['Mounts'] ?? [], 'Mounts', (mount) => object(mount, 'a mount'));
    return mounts
      .map((mount) => ({
        source: text(mount['Source'] ?? '', 'Source'),
        target: text(mount['Destination'], 'Destination'),
        writable: flag(mount['RW'], 'RW'),
      }))
      .filter(({ source }) => source.startsWith('/'));
  });
}

export function listContainers(client: DockerClient, label: string): Promise<readonly ContainerSummary[]> {
  return client.call({ what: 'listing containers', deadline: QUERY, again: true }, async (docker) =>
    list(await docker.listContainers({ all: true, filters: { label: [label] } }), 'the whole', readSummary),
  );
}

function readSummary(answer: unknown): ContainerSummary {
  const container = object(answer, 'a container');
  const names = list(container['Names'] ?? [], 'Names', (name) => text(name, 'a name'));
  return {
    id: containerId(container['Id']),
    name: (names[0] ?? '').replace(/^\//, ''),
    labels: labels(container['Labels']),
    state: text(container['State'], 'State'),
    created: wholeNumber(container['Created'], 'Created', 0),
  };
}

/**
 * Of all containers, other tools' too: there may be thousands, with any labels. An image that was removed by force leaves
 * its containers an id that need not be one.
 */
export function listUsedImages(client: DockerClient): Promise<ReadonlySet<string>> {
  const call = { what: 'listing containers', deadline: QUERY, again: true, largest: 64 * 1024 * 1024 } as const;
  return client.call(call, async (docker) => {
    const found: unknown = await docker.listContainers({ all: true });
    return new Set(
      list(found, 'the whole', (container) => text(object(container, 'a container')['ImageID'], 'ImageID')),
    );
  });
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
