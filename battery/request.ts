import { dirname } from 'node:path';
import { encodePath } from './encode-path.ts';
import type { LaunchPlan } from '../src/plan/launch-plan.ts';

/** Files of the engine's own /proc and /sys that must give nothing away, or take nothing (attack-catalogue case 131). */
export const readProbes = [
  '/proc/kcore',
  '/proc/keys',
  '/proc/timer_list',
  '/proc/sched_debug',
  '/proc/kmsg',
  '/dev/mem',
];
export const writeProbes = [
  '/proc/sys/kernel/core_pattern',
  '/proc/sysrq-trigger',
  '/sys/kernel/uevent_helper',
  '/sys/fs/cgroup/release_agent',
  '/sys/fs/cgroup/cgroup.procs',
  '/sys/fs/cgroup/memory/release_agent',
  '/sys/fs/cgroup/devices/devices.allow',
];
/** Addresses a route is looked up for: nothing is sent (attack-catalogue cases 145–147). */
export const routes = {
  public: ['1.1.1.1', '2606:4700:4700::1111'],
  metadata: ['169.254.169.254', '100.100.100.200', '100.96.0.96', '168.63.129.16', 'fd00:ec2::254'],
  'link-local': ['169.254.0.1'],
  LAN: ['10.0.0.1', '172.16.0.1', '192.168.0.1', '192.168.65.7', 'fd00::1'],
} as const;
/** Where sockets of the host's programs would lie, and other places whose contents are judged by name. */
const socketDirectories = ['/tmp', '/run', '/var/tmp', '/dev/shm'];
const listedDirectories = ['/dev', '/tmp', '/run', '/run/user', '/run/secrets', '/sys/firmware', '/proc/acpi'];
const COMMAND = /^[A-Za-z0-9_./~+@-]{1,200}$/;
/** Values the gate may report. Nothing else's value is ever attested. */
const reportedVariables = [
  'IS_SANDBOX',
  'SANDBOX_AGENT',
  'SANDBOX_SESSION',
  'GIT_CONFIG_GLOBAL',
  'GIT_CONFIG_SYSTEM',
  'GIT_CONFIG_NOSYSTEM',
];
export const GIT_CONFIG = '/run/sandbox/gitconfig';

/**
 * What the gate shall look at: the text of /run/sandbox/request, a line `word argument…` each, version first. Bytes of a
 * path other than `A–Z a–z 0–9 / . _ -` are written `%XX`. Words: see attest.pl.
 *
 * @param options.ownConfig the pinned configuration directory: on the same kernel the gate works in no other
 * @param options.commands names whose programs are looked up on PATH (check 64)
 * @param options.timeout seconds without a line after which the gate gives up. Only tests set it; a session keeps 20.
 */
export function gateRequest(
  plan: LaunchPlan,
  options: {
    readonly ownConfig?: { readonly bootId: string; readonly dev: bigint; readonly ino: bigint };
    readonly commands?: readonly string[];
    readonly timeout?: number;
  } = {},
): string {
  const { user, workspace } = plan;
  const targets = [...plan.mounts, ...plan.tmpfs].map(({ target }) => target);
  const config = plan.mounts.find(({ kind }) => kind === 'own-config');
  const lines = [
    'request 1',
    ...(options.timeout === undefined ? [] : [`timeout ${options.timeout}`]),
    ...unique(['/', user.home, `${user.home}/.agents`, workspace.target, workspace.cwd, ...targets]).map(path('stat')),
    ...unique([user.home, `${user.home}/.agents`, ...listedDirectories]).map(path('list')),
    ...reportedVariables.map((name) => `env ${name}`),
    ...access('workspace', workspace.target),
    ...access('cwd', workspace.cwd),
    ...access('home', user.home),
    ...access('gate', '/run/sandbox/gate.sh'),
    ...access('gate-directory', '/run/sandbox'),
    ...(config === undefined ? [] : [...access('own-config', config.target), works(config.target, options.ownConfig)]),
    ...unique(['/', '/usr', '/etc', '/run/sandbox', dirname(user.home)]).map(path('create')),
    ...readProbes.map(path('read')),
    ...writeProbes.map(path('open-write')),
    ...socketDirectories.map(path('sockets')),
    ...movable(plan).map(path('rename')),
    path('exec')(user.home),
    path('text')(GIT_CONFIG),
    ...Object.values(routes)
      .flat()
      .map((address) => `route ${address}`),
    ...(options.commands ?? []).filter((name) => COMMAND.test(name)).map((name) => `command ${name}`),
  ];
  return `${lines.join('\n')}\n`;
}

/** What must stay where it is: each bind that does not lie below another one. */
function movable({ mounts }: LaunchPlan): readonly string[] {
  return mounts.filter(({ options }) => options.below === undefined).map(({ target }) => target);
}

function path(word: string): (value: string) => string {
  return (value) => `${word} ${encodePath(value)}`;
}

/** Where the probe writes: only in the pinned object, which on the same kernel has these numbers. */
function works(target: string, own: { bootId: string; dev: bigint; ino: bigint } | undefined): string {
  const identity = own === undefined ? '' : ` ${encodePath(own.bootId)} ${own.dev} ${own.ino}`;
  return `works ${encodePath(target)}${identity}`;
}

function access(label: string, value: string): readonly string[] {
  return [`access ${label} ${encodePath(value)}`];
}

function unique(values: readonly string[]): readonly string[] {
  return [...new Set(values)];
}
