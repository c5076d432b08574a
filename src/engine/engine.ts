import type { Readable, Writable } from 'node:stream';

/** What a session needs from an engine. Adapters are thin: translate, call, translate errors into AppError. No policy. */
export interface Engine {
  /** Human description of the endpoint, for messages: `unix:///var/run/docker.sock`. */
  readonly endpoint: string;
  /** Negotiated API version, e.g. `1.41`. */
  readonly apiVersion: string;
  info(): Promise<EngineInfo>;
  /** null: no such image. */
  inspectImage(ref: string): Promise<ImageInfo | null>;
  listImages(label: string): Promise<readonly ImageInfo[]>;
  /** Builds from a tar stream; resolves to the image id. Progress lines are untrusted bytes. */
  buildImage(context: Readable, options: BuildOptions): Promise<string>;
  /** Imports a root file system tar as an image; resolves to its id. */
  importImage(
    tar: Readable,
    options: { readonly labels: Readonly<Record<string, string>>; readonly signal?: AbortSignal },
  ): Promise<string>;
  pullImage(ref: string, onProgress: (line: string) => void, signal?: AbortSignal): Promise<void>;
  tagImage(id: string, repo: string, tag: string): Promise<void>;
  removeImage(ref: string): Promise<void>;
  /** Resolves to the container id. */
  createContainer(spec: ContainerSpec): Promise<string>;
  /** Without `stdin` the container's input is somebody else's, and is left alone. */
  attach(id: string, options: { readonly tty: boolean; readonly stdin?: false }): Promise<Attachment>;
  /** What the engine kept of the output, from the beginning; with `follow` it goes on until the container's end. */
  logs(id: string, options: { readonly tty: boolean; readonly follow: boolean }): Promise<Output>;
  /** Registered before start; resolves when the container has ended. No deadline; rejects when the signal comes first. */
  waitExit(id: string, signal?: AbortSignal): Promise<{ readonly code: number }>;
  start(id: string): Promise<void>;
  resize(id: string, size: { readonly columns: number; readonly rows: number }): Promise<void>;
  /** Starts a command in a running container, with its user and limits, in its directory `/`. */
  exec(id: string, spec: ExecSpec): Promise<Execution>;
  resizeExec(id: string, size: { readonly columns: number; readonly rows: number }): Promise<void>;
  /** null: it runs. What is not known any more rejects. */
  execExit(id: string): Promise<{ readonly code: number } | null>;
  /** Not running or gone already is not an error. */
  kill(id: string, signal: string): Promise<void>;
  /** TERM, then KILL after `seconds`. Gone already is not an error. */
  stop(id: string, seconds: number): Promise<void>;
  /** Forced, with anonymous volumes. Gone already is not an error. */
  removeContainer(id: string): Promise<void>;
  /** null: no such container. */
  inspectContainer(id: string): Promise<ContainerState | null>;
  /** What a container has mounted from the engine's machine: its binds and volumes. null: no such container. */
  containerMounts(id: string): Promise<readonly OuterMount[] | null>;
  /** All states, filtered by `label` (`key` or `key=value`). */
  listContainers(label: string): Promise<readonly ContainerSummary[]>;
  /** Ids of the images that any container, in any state, was made from. */
  listUsedImages(): Promise<ReadonlySet<string>>;
  /** What it is made of, by its names in lower case (`engine`, `containerd`, `runc`): as exact as it says. */
  componentVersions(): Promise<ReadonlyMap<string, string>>;
}

export interface EngineInfo {
  readonly serverVersion: string;
  readonly memory: number;
  readonly cgroupVersion: string;
  readonly securityOptions: readonly string[];
  readonly rootless: boolean;
  readonly usernsRemap: boolean;
  readonly operatingSystem: string;
  readonly initBinary: string;
  /** RFC 3339, the engine's machine's clock. This and the following are empty when it does not say. */
  readonly systemTime: string;
  readonly storageDriver: string;
  /** A path on the engine's machine. */
  readonly dataRoot: string;
}

export interface ImageInfo {
  readonly id: string;
  readonly tags: readonly string[];
  readonly labels: Readonly<Record<string, string>>;
  readonly size: number;
  /** ISO 8601. */
  readonly created: string;
}

export interface BuildOptions {
  readonly buildArgs: Readonly<Record<string, string>>;
  readonly labels: Readonly<Record<string, string>>;
  /** Called with raw output of the builder, a line at a time. */
  readonly onLine: (line: string) => void;
  readonly signal?: AbortSignal;
}

export interface ContainerSpec {
  readonly name: string;
  readonly imageId: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly entrypoint: readonly string[];
  readonly cmd: readonly string[];
  readonly env: readonly string[];
  readonly user: string;
  readonly groups: readonly string[];
  readonly hostname: string;
  readonly tty: boolean;
  readonly network: 'internet' | 'none';
  /** TCP ports bound to the same number of the engine host's 127.0.0.1. */
  readonly publish: readonly number[];
  /** The engine keeps the last 10 MB of the output until the container is removed. */
  readonly log: boolean;
  readonly binds: readonly { readonly source: string; readonly target: string; readonly readOnly: boolean }[];
  /** Target → options of HostConfig.Tmpfs. */
  readonly tmpfs: Readonly<Record<string, string>>;
  readonly memory: number;
  readonly nanoCpus: number | null;
  readonly pids: number;
  readonly nofile: number;
  readonly shmSize: number;
}

export interface ExecSpec {
  readonly cmd: readonly string[];
  /** NAME=VALUE, beside the container's own. */
  readonly env: readonly string[];
  readonly tty: boolean;
}

export interface Execution {
  /** The engine's id of it. */
  readonly id: string;
  readonly attachment: Attachment;
}

export interface Attachment extends Output {
  /** Half-closed with `end()`. */
  readonly stdin: Writable;
}

export interface Output {
  /** With a TTY everything arrives here. */
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Resolves when the engine has closed the stream: the last byte has been read. */
  readonly ended: Promise<void>;
  destroy(): void;
}

/** A part of the engine's file system in a container. */
export interface OuterMount {
  /** Path for the engine. */
  readonly source: string;
  /** Path in the container. */
  readonly target: string;
  readonly writable: boolean;
}

export interface ContainerState {
  readonly id: string;
  readonly running: boolean;
  readonly exitCode: number;
  readonly oomKilled: boolean;
  readonly error: string;
  readonly pid: number;
  readonly imageId: string;
  readonly privileged: boolean;
  /** Name of the restart policy; empty: none. */
  readonly restartPolicy: string;
  /** Whether the engine runs a health check in it. */
  readonly healthcheck: boolean;
  /** Published ports as `127.0.0.1:8080->8080/tcp`, sorted; an address or port left to the engine is `*`. */
  readonly published: readonly string[];
  /** What else it was given that we never ask for: devices, links, volumes of others, host entries. */
  readonly extras: readonly string[];
}

export interface ContainerSummary {
  readonly id: string;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly state: string;
  /** Seconds since the epoch, engine's clock. */
  readonly created: number;
}
