import type { LaunchPlan } from '../../src/plan/launch-plan.ts';
import type { Attestation } from '../attestation.ts';
import type { SessionCheck } from '../check.ts';

const PERIOD = 100_000;

export const check: SessionCheck = {
  id: '28',
  title: 'limits are in force, and every tmpfs is as planned',
  threat:
    'A limit that was asked for and not applied (rootless engines drop them silently) lets one session take the memory, the ' +
    'processes or the descriptors of the whole machine. A home that runs nothing breaks package managers; one without a size ' +
    'fills the memory; core dumps would put credentials into the workspace.',
  stage: 'session',
  level: 'fail',
  evaluate({ attestation }, plan) {
    const { unknown, problems } = judgeCgroup(attestation, plan);
    problems.push(...judgeProcess(attestation, plan), ...judgeTmpfs(attestation, plan));
    const executable = attestation.probes[`exec:${plan.user.home}`];
    if (executable !== 'yes')
      problems.push(`a program in ${plan.user.home} does not run: ${executable ?? 'not probed'}`);
    return {
      verdict: problems.length > 0 ? 'fail' : unknown.length > 0 ? 'not-available' : 'pass',
      expected: describe(plan),
      found:
        problems.length > 0
          ? problems.join('; ')
          : unknown.length > 0
            ? `cannot be read: ${unknown.join(', ')}`
            : 'in force',
      hint: 'Check the engine: `docker info` warns about limits it cannot apply (cgroup delegation for rootless engines).',
    };
  },
};

/** The cgroup's own files, read inside: version 2 first, then 1. */
function judgeCgroup({ cgroup }: Attestation, { limits }: LaunchPlan): { unknown: string[]; problems: string[] } {
  const unknown: string[] = [];
  const problems: string[] = [];
  const v2 = cgroup['memory.max'] !== undefined;
  const compare = (what: string, found: string | undefined, wanted: string): void => {
    if (found === undefined) problems.push(`no limit of ${what}`);
    else if (found !== wanted) problems.push(`${what} ${found}, not ${wanted}`);
  };
  const memory = pages(Number(limits.memory));
  compare('memory', cgroup['memory.max'] ?? cgroup['memory/memory.limit_in_bytes'], memory);
  // Kernels without swap accounting have no such file.
  const swap = v2 ? cgroup['memory.swap.max'] : cgroup['memory/memory.memsw.limit_in_bytes'];
  if (swap === undefined) unknown.push('the limit of swap');
  else compare('swap', swap, v2 ? '0' : memory);
  compare('processes', cgroup['pids.max'] ?? cgroup['pids/pids.max'], String(limits.pids));
  if (limits.cpus !== null) {
    const quota =
      cgroup['cpu.max'] ?? `${cgroup['cpu/cpu.cfs_quota_us'] ?? ''} ${cgroup['cpu/cpu.cfs_period_us'] ?? ''}`;
    const [time = NaN, period = PERIOD] = quota.split(' ').map(Number);
    if (Math.abs(time / period - limits.cpus) > 0.01) problems.push(`processors ${quota}, not ${limits.cpus}`);
  }
  return { unknown, problems };
}

function judgeProcess({ probes }: Attestation, { limits }: LaunchPlan): readonly string[] {
  const wanted = { 'Max open files': `${limits.nofile} ${limits.nofile}`, 'Max core file size': '0 0' };
  return Object.entries(wanted)
    .filter(([name, value]) => probes[`limit:${name}`] !== value)
    .map(([name, value]) => `${name} ${probes[`limit:${name}`] ?? 'not reported'}, not ${value}`);
}

/** Options as the kernel prints them; those it leaves out are its defaults (mm/shmem.c, shmem_show_options). */
function judgeTmpfs({ mountinfo }: Attestation, plan: LaunchPlan): readonly string[] {
  const planned = plan.tmpfs.map(({ target, size, inodes, permissions, uid, gid }) => ({
    target,
    options: {
      size: `${Math.ceil(size / 4096) * 4}k`,
      nr_inodes: String(inodes),
      mode: permissions === '1777' ? undefined : permissions.replace(/^0+/, ''),
      uid: uid === 0 ? undefined : String(uid),
      gid: gid === 0 ? undefined : String(gid),
    } as Record<string, string | undefined>,
  }));
  const shm = { target: '/dev/shm', options: { size: `${Math.ceil(plan.limits.shmSize / 4096) * 4}k` } };
  return [...planned, shm].flatMap(({ target, options }) => {
    const live = mountinfo.find(({ point }) => point === target);
    const found = new Map((live?.superOptions ?? []).map(splitOption));
    return Object.entries(options)
      .filter(([name, value]) => found.get(name) !== value)
      .map(([name, value]) => `${target}: ${name} ${found.get(name) ?? 'not set'}, not ${value ?? 'the default'}`);
  });
}

function splitOption(option: string): readonly [string, string] {
  const [name = '', value = ''] = option.split('=');
  return [name, value];
}

/** The kernel rounds a limit down to whole pages. */
function pages(bytes: number): string {
  return String(Math.floor(bytes / 4096) * 4096);
}

function describe({ limits }: LaunchPlan): string {
  const cpus = limits.cpus === null ? '' : `, ${limits.cpus} processors`;
  return `memory ${String(limits.memory)} without swap, ${limits.pids} processes${cpus}, ${limits.nofile} open files, no core dumps`;
}
