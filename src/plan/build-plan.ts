import type { Agent } from '../agents/agent.ts';
import type { HostFacts } from '../host/facts.ts';
import { planMounts } from '../mounts/index.ts';
import { planEnvironment } from './environment.ts';
import type { LaunchOptions } from './launch-options.ts';
import { PLAN_VERSION } from './launch-plan.ts';
import type { LaunchPlan, PlannedLimits } from './launch-plan.ts';
import { supplementaryGroups } from './supplementary-groups.ts';

const NOFILE = 65_536;
const SHM_SIZE = 512 * 1024 ** 2;

export interface PlanInput {
  readonly agent: Agent;
  readonly options: LaunchOptions;
  readonly facts: HostFacts;
  /** Content-digest tag of the image this plan wants. */
  readonly imageRef: string;
  /** Ids of the checks that will judge the session. */
  readonly checks: readonly string[];
}

/** The planner: pure and synchronous. What it returns is exactly what a launch will do. */
export function buildPlan({ agent, options, facts, imageRef, checks }: PlanInput): LaunchPlan {
  const tty = options.tty ?? (facts.stdinTty && facts.stdoutTty);
  const context = { unattended: options.unattended, tty, args: options.args };
  const { mounts, tmpfs, notes } = planMounts({ agent, facts, options });
  return {
    version: PLAN_VERSION,
    agent: agent.name,
    agentVersion: agent.install?.version ?? null,
    workspace: {
      source: facts.workspace.path,
      target: facts.workspace.path,
      cwd: facts.workspace.start,
      mode: options.readOnly ? 'ro' : 'rw',
    },
    image: { ref: imageRef, id: null },
    user: {
      uid: facts.user.uid,
      gid: facts.user.gid,
      groups: supplementaryGroups(facts),
      name: facts.user.name,
      home: facts.user.home,
    },
    mounts,
    tmpfs,
    env: planEnvironment(agent, options, facts, tty),
    limits: planLimits(options, facts),
    network: options.network,
    publish: options.publish,
    tty,
    argv: commandLine(agent.argv(context), options),
    checks,
    notes: [...notes, ...agent.notes(context)],
  };
}

function planLimits(options: LaunchOptions, { fileLimit }: HostFacts): PlannedLimits {
  return {
    memory: options.memory,
    cpus: options.cpus,
    pids: options.pids,
    nofile: Math.min(NOFILE, fileLimit ?? NOFILE),
    homeSize: options.homeSize,
    tmpSize: options.homeSize,
    shmSize: SHM_SIZE,
  };
}

/** With the embedded scripted model, the model is the parent of the agent and talks to it over the loopback. */
function commandLine(argv: readonly string[], { model }: LaunchOptions): readonly string[] {
  if (model === null) return argv;
  const record = model.record === null ? [] : ['--record', model.record];
  return [
    'node',
    '/run/sandbox-model/model.mjs',
    '--script',
    `/run/sandbox-model/${model.script}`,
    ...record,
    '--',
    ...argv,
  ];
}
