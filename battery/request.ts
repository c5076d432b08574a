import { dirname } from 'node:path';
import type { LaunchPlan } from '../src/plan/launch-plan.ts';

/** Files of the engine's own /proc and /sys that must give nothing away, or take nothing (attack-catalogue case 131). */
const readProbes = ['/proc/kcore', '/proc/keys', '/proc/timer_list', '/proc/sched_debug', '/proc/kmsg', '/dev/mem'];
const writeProbes = [
  '/proc/sys/kernel/core_pattern',
  '/proc/sysrq-trigger',
  '/sys/kernel/uevent_helper',
  '/sys/fs/cgroup/release_agent',
  '/sys/fs/cgroup/cgroup.procs',
  '/sys/fs/cgroup/memory/release_agent',
  '/sys/fs/cgroup/devices/devices.allow',
];
/** Where sockets of the host's programs would lie, and other places whose contents are judged by name. */
const socketDirectories = ['/tmp', '/run', '/var/tmp', '/dev/shm'];
const listedDirectories = ['/dev', '/tmp', '/run', '/run/user', '/run/secrets', '/sys/firmware', '/proc/acpi'];
/** Values the gate may report. Nothing else's value is ever attested. */
const reportedVariables = ['IS_SANDBOX', 'SANDBOX_AGENT', 'SANDBOX_SESSION'];

/**
 * What the gate shall look at: the text of /run/sandbox/request, a line `word argument…` each, version first. Bytes of a
 * path other than `A–Z a–z 0–9 / . _ -` are written `%XX`. Words: see attest.pl.
 *
 * @param options.timeout seconds without a line after which the gate gives up. Only tests set it; a session keeps 20.
 */
export function gateRequest(plan: LaunchPlan, options: { readonly timeout?: number } = {}): string {
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
    ...(config === undefined ? [] : access('own-config', config.target)),
    ...unique(['/', '/usr', '/etc', '/run/sandbox', dirname(user.home)]).map(path('create')),
    ...readProbes.map(path('read')),
    ...writeProbes.map(path('open-write')),
    ...socketDirectories.map(path('sockets')),
  ];
  return `${lines.join('\n')}\n`;
}

function path(word: string): (value: string) => string {
  return (value) => `${word} ${encode(value)}`;
}

function access(label: string, value: string): readonly string[] {
  return [`access ${label} ${encode(value)}`];
}

function encode(value: string): string {
  return Array.from(Buffer.from(value), (byte) => {
    const character = String.fromCharCode(byte);
    return /[A-Za-z0-9/._-]/.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }).join('');
}

function unique(values: readonly string[]): readonly string[] {
  return [...new Set(values)];
}
