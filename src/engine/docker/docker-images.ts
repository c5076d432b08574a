import type { Readable } from 'node:stream';
import type { BuildOptions, ImageInfo } from '../engine.ts';
import type { DockerClient } from './docker-client.ts';
import { checkedRef } from './image-ref.ts';
import { LineSplitter } from './line-splitter.ts';
import { readProgress } from './read-progress.ts';
import { imageId, labels, list, object, text, wholeNumber } from './fields.ts';
import { engineFailed } from './translate-error.ts';

const QUERY = 10_000;
/** The builder paints what came from stderr. */
const COLOUR = /\u001b\[[0-9;]*m/g;
/** Of an image that does not say when it was made, as of one that was made to say nothing (Go's zero time). */
const ZERO_TIME = '0001-01-01T00:00:00Z';
/** Seconds from the epoch to the last date JavaScript knows. */
const LAST_DATE = 8_640_000_000_000;
/** Time without any progress after which a build, pull or import counts as stuck. */
const IDLE = 5 * 60_000;

export async function inspectImage(client: DockerClient, ref: string): Promise<ImageInfo | null> {
  const name = checkedRef(ref);
  const call = { what: 'looking for an image', deadline: QUERY, tolerate: [404], again: true } as const;
  return client.call(call, async (docker) => {
    const image = object(await docker.getImage(name).inspect(), 'the whole');
    return {
      id: imageId(image['Id']),
      tags: tags(image['RepoTags']),
      labels: labels(object(image['Config'] ?? {}, 'Config')['Labels']),
      size: wholeNumber(image['Size'], 'Size', 0),
      created: text(image['Created'] ?? ZERO_TIME, 'Created'),
    };
  });
}

/** None is null, absent, or `<none>:<none>`. */
function tags(value: unknown): readonly string[] {
  return list(value ?? [], 'RepoTags', (tag) => text(tag, 'a tag')).filter((tag) => tag !== '<none>:<none>');
}

export function listImages(client: DockerClient, label: string): Promise<readonly ImageInfo[]> {
  return client.call({ what: 'listing images', deadline: QUERY, again: true }, async (docker) =>
    list(await docker.listImages({ filters: { label: [label] } }), 'the whole', readListed),
  );
}

function readListed(answer: unknown): ImageInfo {
  const image = object(answer, 'an image');
  return {
    id: imageId(image['Id']),
    tags: tags(image['RepoTags']),
    labels: labels(image['Labels']),
    size: wholeNumber(image['Size'], 'Size', 0),
    created: new Date(wholeNumber(image['Created'], 'Created', -LAST_DATE, LAST_DATE) * 1000).toISOString(),
  };
}

/** With the classic builder, which every engine from API 1.41 up has; destroying the request cancels it. */
export async function buildImage(client: DockerClient, context: Readable, options: BuildOptions): Promise<string> {
  const what = 'building an image';
  const lines = new LineSplitter(options.onLine);
  let id: string | null = null;
  await client.call({ what, deadline: IDLE, signal: options.signal }, async (docker, touch) => {
    context.on('data', touch);
    const body = await docker.buildImage(context, {
      buildargs: { ...options.buildArgs },
      labels: { ...options.labels },
      rm: true,
      forcerm: true,
    });
    await readProgress(body, what, (message) => {
      touch();
      if (message.aux?.ID !== undefined) id = imageId(message.aux.ID);
      if (typeof message.stream === 'string') lines.push(message.stream.replace(COLOUR, ''));
      else if (typeof message.status === 'string') lines.push(`${message.status}\n`);
    });
  });
  lines.end();
  if (id === null) throw engineFailed('the builder ended without an image', what);
  return id;
}

export async function importImage(
  client: DockerClient,
  tar: Readable,
  options: { readonly labels: Readonly<Record<string, string>>; readonly signal?: AbortSignal },
): Promise<string> {
  const what = 'importing an image';
  const labels = Object.entries(options.labels).map(([key, value]) => `LABEL ${quote(key)}=${quote(value)}`);
  let id: string | null = null;
  await client.call({ what, deadline: IDLE, signal: options.signal }, async (docker, touch) => {
    tar.on('data', touch);
    const body = await docker.importImage(tar, { changes: ['CMD ["/bin/bash"]', ...labels] });
    await readProgress(body, what, ({ status }) => {
      touch();
      if (typeof status === 'string' && /^sha256:[0-9a-f]{64}$/.test(status)) id = status;
    });
  });
  if (id === null) throw engineFailed('the import ended without an image', what);
  return id;
}

/** Dockerfile syntax of a quoted word; `changes` of an import are Dockerfile instructions. */
function quote(text: string): string {
  return `"${text.replace(/[\\"$]/g, '\\$&').replace(/[\r\n]/g, ' ')}"`;
}

export async function pullImage(
  client: DockerClient,
  ref: string,
  onProgress: (line: string) => void,
  signal?: AbortSignal,
): Promise<void> {
  const what = `pulling ${ref}`;
  // Without a tag the engine would pull every tag there is.
  const name = /[:@][^/]*$/.test(ref) ? checkedRef(ref) : `${checkedRef(ref)}:latest`;
  await client.call({ what, deadline: IDLE, signal }, async (docker, touch) => {
    const body = (await docker.pull(name)) as NodeJS.ReadableStream;
    await readProgress(body, what, ({ id, status, progress }) => {
      touch();
      onProgress([id, status, progress].filter((part) => typeof part === 'string').join(' '));
    });
  });
}

export async function tagImage(client: DockerClient, id: string, repo: string, tag: string): Promise<void> {
  await client.call({ what: 'tagging an image', deadline: QUERY, again: true }, (docker) =>
    docker.getImage(checkedRef(id)).tag({ repo, tag }),
  );
}

/** Not there is not an error; in use is. */
export async function removeImage(client: DockerClient, ref: string): Promise<void> {
  const name = checkedRef(ref);
  await client.call({ what: 'removing an image', deadline: 60_000, tolerate: [404], again: true }, (docker) =>
    docker.getImage(name).remove(),
  );
}
