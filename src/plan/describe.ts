import type { LaunchPlan, PlannedMount, PlannedTmpfs, PlannedVariable } from './launch-plan.ts';

/** The plan as lines for a person. Values may carry untrusted bytes: the printer escapes each line. */
export function describePlan(plan: LaunchPlan, digest: string): readonly string[] {
  const { user, limits } = plan;
  return [
    `agent      ${plan.agent}${plan.agentVersion === null ? '' : ` ${plan.agentVersion}`}`,
    `workspace  ${plan.workspace.source} (${plan.workspace.mode})`,
    ...(plan.workspace.cwd === plan.workspace.target ? [] : [`starts in  ${plan.workspace.cwd}`]),
    `image      ${plan.image.ref}`,
    `user       ${user.name} ${user.uid}:${user.gid}${user.groups.length === 0 ? '' : ` and groups ${user.groups.join(', ')}`}`,
    `network    ${plan.network}`,
    ...(plan.publish.length === 0 ? [] : [`published  ${plan.publish.map((port) => `127.0.0.1:${port}`).join(', ')}`]),
    `terminal   ${plan.tty ? 'yes' : 'no'}`,
    `limits     memory ${describeMemory(limits.memory)}, ${limits.cpus ?? 'all'} processors, ${limits.pids} processes, home ${describeBytes(limits.homeSize)}`,
    `command    ${plan.argv.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : JSON.stringify(word))).join(' ')}`,
    '',
    'mounts',
    ...plan.mounts.map(describeMount),
    'tmpfs',
    ...plan.tmpfs.map(describeTmpfs),
    'variables',
    ...plan.env.map(describeVariable),
    'checks',
    `  ${plan.checks.join(' ')}`,
    ...(plan.notes.length === 0 ? [] : ['notes', ...plan.notes.map((note) => `  ${note}`)]),
    '',
    `digest     ${digest}`,
  ];
}

function describeMount({ source, target, mode, id }: PlannedMount): string {
  return source === target ? `  ${mode}  ${target}  [${id}]` : `  ${mode}  ${target}  from ${source}  [${id}]`;
}

function describeTmpfs({ target, mode, size, permissions, id }: PlannedTmpfs): string {
  return `  ${mode}  ${target}  ${describeBytes(size)}  ${permissions}  [${id}]`;
}

function describeVariable({ name, value, from }: PlannedVariable): string {
  return value === undefined
    ? `  ${name}  (${from === 'host' ? 'from your environment' : 'as you gave it'})`
    : `  ${name}=${value}`;
}

function describeMemory(memory: LaunchPlan['limits']['memory']): string {
  return typeof memory === 'number' ? describeBytes(memory) : `${memory.share * 100} % of the engine’s, at least 2 GiB`;
}

function describeBytes(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${Number(value.toFixed(1))} ${units[unit]}`;
}
