import type { ContainerSpec, EngineInfo } from '../engine/engine.ts';
import type { Pin } from '../host/pin.ts';
import type { LaunchPlan, PlannedTmpfs } from '../plan/launch-plan.ts';

const GIB = 1024 ** 3;
const LEAST_SHARED_MEMORY = 2 * GIB;

/** What the plan leaves open until the container is created. */
export interface Realization {
  readonly session: string;
  readonly nonce: string;
  readonly imageId: string;
  /** Mount id → pinned source. */
  readonly pins: ReadonlyMap<string, Pin>;
  readonly labels: Readonly<Record<string, string>>;
  readonly engine: EngineInfo;
  /** Mount id → the engine's path of the source, when the engine is outside this container; null: paths mean the same for both. */
  readonly sources: ReadonlyMap<string, string> | null;
  /** The engine keeps the output. */
  readonly log: boolean;
  /** NAME=VALUE of the variables that are no secrets; the others arrive with GO. */
  readonly env: readonly string[];
}

/** Plan + realization → what the engine is told. Pure; `pins` must hold every mount of the plan. */
export function containerSpec(plan: LaunchPlan, made: Realization): ContainerSpec {
  return {
    name: `sandbox-${plan.agent}-${made.session}`,
    imageId: made.imageId,
    labels: made.labels,
    entrypoint: ['/bin/sh', '/run/sandbox/gate.sh'],
    cmd: [made.session, made.nonce, plan.workspace.cwd, '--', ...plan.argv],
    // The engine's init (tini) then passes signals to the agent's process group, as a terminal would, and keeps silent.
    env: [...made.env, 'TINI_KILL_PROCESS_GROUP=1', 'TINI_VERBOSITY=0'],
    user: `${plan.user.uid}:${plan.user.gid}`,
    groups: plan.user.groups.map(String),
    hostname: 'sandbox',
    tty: plan.tty,
    network: plan.network,
    publish: plan.publish,
    log: made.log,
    binds: plan.mounts.map(({ id, target, mode }) => {
      const pin = made.pins.get(id);
      const source = made.sources === null ? pin?.resolved : made.sources.get(id);
      if (pin === undefined || source === undefined) throw new Error(`mount ${id} has no pin`);
      return { source, target, readOnly: mode === 'ro' };
    }),
    tmpfs: Object.fromEntries(plan.tmpfs.map((tmpfs) => [tmpfs.target, tmpfsOptions(tmpfs)])),
    memory: resolveMemory(plan.limits.memory, made.engine.memory),
    nanoCpus: plan.limits.cpus === null ? null : Math.round(plan.limits.cpus * 1e9),
    pids: plan.limits.pids,
    nofile: plan.limits.nofile,
    shmSize: plan.limits.shmSize,
  };
}

/** Bytes. A share is of the engine's memory, at least 2 GiB, at most all of it. */
export function resolveMemory(memory: LaunchPlan['limits']['memory'], total: number): number {
  if (typeof memory === 'number') return memory;
  const wanted = Math.max(Math.floor(total * memory.share), LEAST_SHARED_MEMORY);
  return total > 0 ? Math.min(wanted, total) : wanted;
}

/** Options as in mount(8). `exec` must be said: the engine's default for a tmpfs is noexec. */
function tmpfsOptions({ mode, exec, permissions, uid, gid, size, inodes }: PlannedTmpfs): string {
  return [
    mode,
    exec ? 'exec' : 'noexec',
    'nosuid',
    'nodev',
    `uid=${uid}`,
    `gid=${gid}`,
    `mode=${permissions}`,
    `size=${size}`,
    `nr_inodes=${inodes}`,
  ].join(',');
}
