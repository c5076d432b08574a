import { realpathSync } from 'node:fs';
import { findAgent } from '../agents/index.ts';
import type { Agent } from '../agents/agent.ts';
import { checkIds } from '../../battery/check-ids.ts';
import { configure } from '../config/configure.ts';
import { flagLayer } from '../config/flag-layer.ts';
import { sessionFlags, toLaunchOptions } from '../config/to-launch-options.ts';
import { findCwd } from '../host/find-cwd.ts';
import { gatherFacts } from '../host/gather-facts.ts';
import type { HostFacts } from '../host/facts.ts';
import { imageRefFor } from '../images/image-ref.ts';
import { atVersion } from '../plan/at-version.ts';
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
  const named = findAgent(positionals[0] ?? '');
  const cwd = findCwd();
  // What was typed is complained about before the machine is looked at.
  const typed = { own: sessionFlags(flags, cwd), layer: flagLayer(flags, cwd) };
  const facts = gatherFacts({
    env: deps.env,
    workspaceOption: typed.own.workspace,
    programDir: deps.programDir,
    ownSkills: named.config?.ownSkills ?? null,
  });
  const config = await configure({
    agent: named,
    env: deps.env,
    facts,
    workspace: facts.workspace.path,
    realHome: realpathSync(facts.user.home),
    flags: typed.layer,
  });
  const options = adjust(toLaunchOptions(named, config, typed.own, args));
  const agent = atVersion(named, options.agentVersion);
  const plan = buildPlan({
    agent,
    options,
    facts,
    imageRef: imageRefFor({ agent, options, programDir: deps.programDir }),
    checks: [...checkIds.session, ...(agent.config === null ? [] : checkIds.host)].sort(),
  });
  return { agent, options, facts, plan, digest: planDigest(plan) };
}
