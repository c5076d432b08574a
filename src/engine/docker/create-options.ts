import type { ContainerSpec } from '../engine.ts';
import { compareVersions } from './api-version.ts';

/** What decides which settings an engine knows. */
export interface EngineFeatures {
  readonly apiVersion: string;
  /** `1` or `2`. */
  readonly cgroupVersion: string;
}

/** JSON of the request; `name` goes into the query. */
export type CreateBody = ReturnType<typeof createOptions>;

/**
 * ContainerSpec → body of `POST /containers/create`; the one place that knows HostConfig. Field by field:
 * Docker Engine API v1.41, operation ContainerCreate. Binds go only through `Mounts` (no string to parse, and a missing source
 * is an error instead of a new root-owned directory); tmpfs only through `Tmpfs` (in `Mounts` uid, gid and exec are dropped at 1.41).
 */
export function createOptions(spec: ContainerSpec, features: EngineFeatures) {
  return {
    name: spec.name,
    Image: spec.imageId,
    Labels: { ...spec.labels },
    Entrypoint: [...spec.entrypoint],
    Cmd: [...spec.cmd],
    Env: [...spec.env],
    User: spec.user,
    Hostname: spec.hostname,
    WorkingDir: '/',
    Tty: spec.tty,
    OpenStdin: true,
    StdinOnce: true,
    AttachStdin: true,
    AttachStdout: true,
    AttachStderr: true,
    Healthcheck: { Test: ['NONE'] },
    ...(spec.publish.length === 0
      ? {}
      : { ExposedPorts: Object.fromEntries(spec.publish.map((port) => [`${port}/tcp`, {}])) }),
    HostConfig: hostConfig(spec, features),
  };
}

/** The engine's driver `local`: one file, never more than this, not compressed because it is read while it is written. */
const ownLog = { Type: 'local', Config: { 'max-size': '10m', 'max-file': '1', compress: 'false' } };

function hostConfig(spec: ContainerSpec, features: EngineFeatures) {
  return {
    NetworkMode: spec.network === 'none' ? 'none' : 'bridge',
    ...(spec.publish.length === 0 ? {} : { PortBindings: loopbackBindings(spec.publish) }),
    Mounts: spec.binds.map(bindMount),
    Tmpfs: { ...spec.tmpfs },
    ReadonlyRootfs: true,
    CapDrop: ['ALL'],
    SecurityOpt: ['no-new-privileges:true'],
    Privileged: false,
    GroupAdd: [...spec.groups],
    IpcMode: 'private',
    PidMode: '',
    UTSMode: '',
    ...(ownCgroupNamespace(features) ? { CgroupnsMode: 'private' as const } : {}),
    Init: true,
    AutoRemove: false,
    RestartPolicy: { Name: 'no' },
    LogConfig: spec.log ? ownLog : { Type: 'none', Config: {} },
    Memory: spec.memory,
    MemorySwap: spec.memory,
    ...(spec.nanoCpus === null ? {} : { NanoCpus: spec.nanoCpus }),
    PidsLimit: spec.pids,
    ShmSize: spec.shmSize,
    Ulimits: [
      { Name: 'nofile', Soft: spec.nofile, Hard: spec.nofile },
      { Name: 'core', Soft: 0, Hard: 0 },
    ],
  };
}

function loopbackBindings(ports: readonly number[]) {
  return Object.fromEntries(ports.map((port) => [`${port}/tcp`, [{ HostIp: '127.0.0.1', HostPort: String(port) }]]));
}

function bindMount(bind: ContainerSpec['binds'][number]) {
  return {
    Type: 'bind' as const,
    Source: bind.source,
    Target: bind.target,
    ReadOnly: bind.readOnly,
    BindOptions: { Propagation: 'rprivate' as const, NonRecursive: true },
  };
}

/** The field is new in API 1.41; on cgroup v1 an engine may refuse it, depending on the kernel. */
function ownCgroupNamespace({ apiVersion, cgroupVersion }: EngineFeatures): boolean {
  return compareVersions(apiVersion, '1.41') >= 0 && cgroupVersion === '2';
}
