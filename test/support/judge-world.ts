import { onTestFinished } from 'vitest';
import { agents, findAgent } from '../../src/agents/index.ts';
import { findGitLayout } from '../../src/host/find-git-layout.ts';
import { statSync } from 'node:fs';
import { closePins, pinAll } from '../../src/host/pins.ts';
import { pinLiveWorkspaces } from '../../src/host/pin-live-workspaces.ts';
import type { ObjectId } from '../../src/host/pin.ts';
import { pinProtected } from '../../src/host/pin-protected.ts';
import type { Approvals } from '../../src/judge/approvals.ts';
import { judge } from '../../src/judge/index.ts';
import type { JudgeInput, Judgement, LiveWorkspace } from '../../src/judge/judge-input.ts';
import { buildPlan } from '../../src/plan/build-plan.ts';
import type { LaunchOptions } from '../../src/plan/launch-options.ts';
import { makeFacts, makeOptions } from './facts.ts';
import { caller } from './temp-world.ts';
import type { TempWorld } from './temp-world.ts';

export interface JudgeCase {
  readonly workspace: string;
  readonly options?: Partial<LaunchOptions>;
  readonly approvals?: Partial<Approvals>;
  readonly live?: readonly {
    readonly path: string;
    readonly agent?: string;
    readonly session?: string;
    readonly config?: ObjectId;
  }[];
  /** Names of skills the program brings; they are made. */
  readonly shipped?: readonly string[];
  readonly user?: Partial<ReturnType<typeof makeFacts>['user']>;
  /** What was gathered, made worse. */
  readonly change?: (gathered: JudgeInput) => JudgeInput;
}

/** Plan, pins and judgement of a launch in a temporary world, the way a command makes them. Pinning may throw. */
export function judgeWorld(world: TempWorld, input: JudgeCase): Judgement {
  const options = makeOptions(input.options);
  const agent = findAgent(options.agent);
  if (agent.config !== null) for (const mask of agent.config.masks) world.directory(`${agent.config.dir}/${mask}`);
  world.directory('.agents/skills');
  const shipped = input.shipped ?? [];
  for (const name of shipped) {
    world.directory(`${world.root}/program/skills/${name}`);
    if (agent.config !== null) world.directory(`${agent.config.ownSkills}/${name}`);
  }
  const stat = statSync(input.workspace);
  const facts = makeFacts({
    user: { ...caller, home: world.home, ...input.user },
    workspace: { path: input.workspace, uid: stat.uid, gid: stat.gid, mode: stat.mode },
    dirs: { program: `${world.root}/program`, share: `${world.root}/share` },
    git: findGitLayout(input.workspace),
    shippedSkills: { names: shipped, place: 'directory', link: null, taken: {} },
  });
  const approvals: Approvals = { links: [], ancestors: [], ...input.approvals };
  const plan = buildPlan({ agent, options, facts, imageRef: 'test', checks: [] });
  const pins = pinAll(plan, facts, approvals, null);
  onTestFinished(() => {
    closePins(pins);
  });
  const live = (input.live ?? []).map((session): Omit<LiveWorkspace, 'chain' | 'places'> => {
    const { dev, ino } = statSync(session.path, { bigint: true });
    return { session: 'abcd1234', agent: 'claude', config: null, ...session, dev, ino };
  });
  const gathered: JudgeInput = {
    plan,
    facts,
    options,
    agents,
    pins,
    protected: pinProtected(facts, agents, agent.name, pins),
    live: pinLiveWorkspaces(live),
    approvals,
  };
  return judge(input.change?.(gathered) ?? gathered);
}
