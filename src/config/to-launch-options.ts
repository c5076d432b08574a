import { resolve } from 'node:path';
import { AppError } from '../errors.ts';
import type { Agent } from '../agents/agent.ts';
import type { FlagValues } from '../flags/flag.ts';
import { parsePorts } from '../flags/parse-ports.ts';
import type { LaunchOptions } from '../plan/launch-options.ts';
import type { Config } from './resolve.ts';

/** What flags alone decide: this one session's place and terminal. */
export type SessionFlags = Pick<LaunchOptions, 'workspace' | 'publish' | 'tty' | 'gitDir' | 'allowNested'>;

/** Throws BAD_VALUE. `cwd` makes relative paths absolute. */
export function sessionFlags(flags: FlagValues, cwd: string): SessionFlags {
  if (flags['tty'] === true && flags['noTty'] === true) {
    throw new AppError('BAD_VALUE', '--tty and --no-tty exclude each other', 'Give one of them, or neither.');
  }
  const path = (key: string, name: string) =>
    typeof flags[key] === 'string' ? resolve(cwd, nonEmpty(flags[key], name)) : null;
  return {
    workspace: path('workspace', '--workspace'),
    publish: parsePorts(flags['publish']),
    tty: flags['tty'] === true ? true : flags['noTty'] === true ? false : null,
    gitDir: path('gitDir', '--git-dir'),
    allowNested: flags['allowNested'] === true,
  };
}

/** Resolved configuration → the complete options the planner takes. Pure. Throws BAD_VALUE. */
export function toLaunchOptions(
  agent: Pick<Agent, 'name' | 'install'>,
  { settings, approvals }: Config,
  own: SessionFlags,
  args: readonly string[],
): LaunchOptions {
  const { imageApt, imageRun } = settings;
  if (own.publish.length > 0 && settings.network.value === 'none') {
    throw new AppError(
      'BAD_VALUE',
      'a session without network has no port to publish',
      'Leave out --publish, or give the session a network: --network internet.',
    );
  }
  const layered = imageApt.value.length + imageRun.value.length > 0;
  return {
    ...own,
    agent: agent.name,
    readOnly: settings.readOnly.value,
    skills: settings.skills.value,
    mounts: settings.mount.value,
    env: [...new Map(settings.env.value.map((variable) => [variable.name, variable])).values()],
    network: settings.network.value,
    memory: settings.memory.value,
    cpus: settings.cpus.value,
    pids: settings.pids.value,
    homeSize: settings.homeSize.value,
    image: settings.imageBase.value,
    layer: layered ? { apt: imageApt.value, run: imageRun.value } : null,
    agentVersion: agent.install === null ? null : settings.agentVersion.value,
    unattended: settings.unattended.value,
    cache: settings.cache.value,
    review: settings.review.value,
    approvals: { links: approvals.links.value, ancestors: approvals.ancestors.value },
    args,
    model: null,
  };
}

function nonEmpty(value: string, name: string): string {
  if (value !== '' && !value.includes('\0')) return value;
  throw new AppError('BAD_VALUE', `the value of ${name} is empty`, 'Name a directory.');
}
