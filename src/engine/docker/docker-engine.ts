import type { Readable } from 'node:stream';
import type {
  Attachment,
  BuildOptions,
  ContainerSpec,
  ContainerState,
  ContainerSummary,
  Engine,
  EngineInfo,
  ExecSpec,
  Execution,
  ImageInfo,
  OuterMount,
  Output,
} from '../engine.ts';
import { createOptions } from './create-options.ts';
import type { FoundEngine } from './discovery/discover.ts';
import type { Deadlines } from './deadline.ts';
import { DockerClient } from './docker-client.ts';
import * as containers from './docker-containers.ts';
import * as execs from './docker-execs.ts';
import * as images from './docker-images.ts';
import { ExitWaits } from './exit-waits.ts';
import { readComponents } from './read-components.ts';
import { readInfo } from './read-info.ts';

/** Milliseconds more than kill and remove ever take. */
const STUCK = 3_000;

/** The Docker Engine API over a local socket. Every call rejects with AppError only. */
export class DockerEngine implements Engine {
  readonly endpoint: string;
  readonly apiVersion: string;
  #client: DockerClient;
  #exits: ExitWaits;
  #info: Promise<EngineInfo> | null = null;
  /** Name → id of what was created here: callers may remove by name. */
  #ids = new Map<string, string>();
  #attachments = new Map<string, Attachment>();

  constructor(found: FoundEngine, deadlines?: Deadlines) {
    this.endpoint = found.endpoint;
    this.apiVersion = found.apiVersion;
    this.#client = new DockerClient(found.socketPath, found.endpoint, found.apiVersion, deadlines);
    this.#exits = new ExitWaits(this.#client);
  }

  /** Asked once; a failed answer is asked for again. */
  info(): Promise<EngineInfo> {
    this.#info ??= this.#askInfo().catch((error: unknown) => {
      this.#info = null;
      throw error;
    });
    return this.#info;
  }

  async #askInfo(): Promise<EngineInfo> {
    const call = { what: 'asking what it is', deadline: 10_000, again: true } as const;
    return this.#client.call(call, async (docker) => readInfo(await docker.info()));
  }

  inspectImage(ref: string): Promise<ImageInfo | null> {
    return images.inspectImage(this.#client, ref);
  }

  listImages(label: string): Promise<readonly ImageInfo[]> {
    return images.listImages(this.#client, label);
  }

  buildImage(context: Readable, options: BuildOptions): Promise<string> {
    return images.buildImage(this.#client, context, options);
  }

  importImage(tar: Readable, options: Parameters<Engine['importImage']>[1]): Promise<string> {
    return images.importImage(this.#client, tar, options);
  }

  pullImage(ref: string, onProgress: (line: string) => void, signal?: AbortSignal): Promise<void> {
    return images.pullImage(this.#client, ref, onProgress, signal);
  }

  tagImage(id: string, repo: string, tag: string): Promise<void> {
    return images.tagImage(this.#client, id, repo, tag);
  }

  removeImage(ref: string): Promise<void> {
    return images.removeImage(this.#client, ref);
  }

  async createContainer(spec: ContainerSpec): Promise<string> {
    const { cgroupVersion } = await this.info();
    const id = await containers.createContainer(
      this.#client,
      createOptions(spec, { apiVersion: this.apiVersion, cgroupVersion }),
    );
    this.#ids.set(spec.name, id);
    return id;
  }

  async attach(id: string, options: Parameters<Engine['attach']>[1]): Promise<Attachment> {
    const attached = await containers.attach(this.#client, id, options);
    this.#attachments.set(id, attached);
    void attached.ended.then(() => this.#attachments.delete(id));
    return attached;
  }

  logs(id: string, options: Parameters<Engine['logs']>[1]): Promise<Output> {
    return containers.logs(this.#client, id, options);
  }

  waitExit(id: string, signal?: AbortSignal): Promise<{ readonly code: number }> {
    return this.#exits.wait(id, signal);
  }

  async start(id: string): Promise<void> {
    await this.#exits.ready(id);
    await containers.start(this.#client, id);
  }

  resize(id: string, size: { readonly columns: number; readonly rows: number }): Promise<void> {
    return containers.resize(this.#client, id, size.columns, size.rows);
  }

  exec(id: string, spec: ExecSpec): Promise<Execution> {
    return execs.exec(this.#client, id, spec);
  }

  resizeExec(id: string, size: { readonly columns: number; readonly rows: number }): Promise<void> {
    return execs.resizeExec(this.#client, id, size.columns, size.rows);
  }

  execExit(id: string): Promise<{ readonly code: number } | null> {
    return execs.execExit(this.#client, id);
  }

  kill(id: string, signal: string): Promise<void> {
    return this.#unstuck(id, 0, () => containers.kill(this.#client, id, signal));
  }

  stop(id: string, seconds: number): Promise<void> {
    return this.#unstuck(id, seconds * 1000, () => containers.stop(this.#client, id, seconds));
  }

  async removeContainer(nameOrId: string): Promise<void> {
    const id = this.#ids.get(nameOrId) ?? nameOrId;
    try {
      await this.#unstuck(id, 0, () => containers.removeContainer(this.#client, id));
    } finally {
      this.#exits.cancel(id);
    }
  }

  /**
   * A container whose output nobody takes any more (a stopped terminal, a full pipe) does not count as ended for the engine,
   * and every call on it hangs (seen with 20.10). So output is given up when such a call takes `ms` and a bit.
   */
  async #unstuck(id: string, ms: number, work: () => Promise<void>): Promise<void> {
    const timer = setTimeout(() => this.#attachments.get(id)?.destroy(), ms + STUCK);
    try {
      await work();
    } finally {
      clearTimeout(timer);
    }
  }

  inspectContainer(id: string): Promise<ContainerState | null> {
    return containers.inspectContainer(this.#client, id);
  }

  containerMounts(id: string): Promise<readonly OuterMount[] | null> {
    return containers.containerMounts(this.#client, id);
  }

  listContainers(label: string): Promise<readonly ContainerSummary[]> {
    return containers.listContainers(this.#client, label);
  }

  listUsedImages(): Promise<ReadonlySet<string>> {
    return containers.listUsedImages(this.#client);
  }

  componentVersions(): Promise<ReadonlyMap<string, string>> {
    const call = { what: 'asking what it is made of', deadline: 10_000, again: true } as const;
    return this.#client.call(call, async (docker) => readComponents(await docker.version()));
  }
}
