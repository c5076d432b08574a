import { resolve } from 'node:path';
import { findAgent } from '../agents/index.ts';
import type { Agent } from '../agents/agent.ts';
import { checks } from '../../battery/checks/index.ts';
import { mergeOptions } from '../config/merge-options.ts';
import { findCwd } from '../host/find-cwd.ts';
import { gatherFacts } from '../host/gather-facts.ts';
import type { HostFacts } from '../host/facts.ts';
import { imageRefFor } from '../images/image-ref.ts';
import { buildPlan } from '../plan/build-plan.ts';
import { planDigest } from '../plan/digest.ts';
import type { LaunchOptions } from '../plan/launch-options.ts';
import type { LaunchPlan } from '../plan/launch-plan.ts';
import type { Deps, Invocation } from './command.ts';

/** Everything that is decided before anything is done. */
export interface Prepared {
  readonly agent: Agent;
  readonly options: LaunchOptions;
  readonly facts: HostFacts;
  readonly plan: LaunchPlan;
  readonly digest: string;
}

/** argv → plan: gathers and decides, changes nothing. `adjust` lets a command of ours replace options (the demo's model). */
export async function prepare(
  { positionals, flags, args }: Invocation,
  deps: Deps,
  adjust: (options: LaunchOptions) => LaunchOptions = (options) => options,
): Promise<Prepared> {
  const agent = findAgent(positionals[0] ?? '');
  const cwd = findCwd();
  const options = adjust(mergeOptions(agent.name, flags, args, cwd));
  const facts = gatherFacts({
    env: deps.env,
    workspaceOption: options.workspace === null ? null : resolve(cwd, options.workspace),
    programDir: deps.programDir,
    ownSkills: agent.config?.ownSkills ?? null,
  });
  const plan = buildPlan({
    agent,
    options,
    facts,
    imageRef: imageRefFor({ agent, options, programDir: deps.programDir }),
    checks: checks.map(({ id }) => id),
  });
  return { agent, options, facts, plan, digest: planDigest(plan) };
}
