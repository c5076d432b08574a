import type { Agent } from '../agents/agent.ts';
import type { HostFacts } from '../host/facts.ts';
import type { LaunchOptions } from '../plan/launch-options.ts';
import type { PlannedMount, PlannedTmpfs } from '../plan/launch-plan.ts';

export interface MountContext {
  readonly agent: Agent;
  readonly facts: HostFacts;
  readonly options: LaunchOptions;
}

/** One kind of mount: pure, from facts and options to what the plan will hold. Listed, in order, in `mounts/index.ts`. */
export interface Mount {
  readonly name: string;
  plan(context: MountContext): {
    readonly mounts: readonly PlannedMount[];
    readonly tmpfs: readonly PlannedTmpfs[];
    /** Lines for the person at launch. */
    readonly notes?: readonly string[];
  };
}
