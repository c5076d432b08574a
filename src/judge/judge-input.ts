import type { Agent } from '../agents/agent.ts';
import type { ErrorCode } from '../errors.ts';
import type { HostFacts } from '../host/facts.ts';
import type { ChainLink, ObjectId, PlacedPin } from '../host/pin.ts';
import type { LaunchOptions } from '../plan/launch-options.ts';
import type { LaunchPlan } from '../plan/launch-plan.ts';
import type { Approvals } from './approvals.ts';
import type { Place } from './place.ts';
import type { ProtectedPath } from './protected-paths.ts';
import type { Located } from './compare-objects.ts';

/** All a rule may look at. Gathered by `host/pins`, `host/pin-protected` and `host/pin-live-workspaces`. */
export interface JudgeInput {
  readonly plan: LaunchPlan;
  readonly facts: HostFacts;
  readonly options: LaunchOptions;
  /** Every agent there is, the launched one included. */
  readonly agents: readonly Agent[];
  /** Mount or mask id → pinned host object. Emptied by who closes them; no rule changes it. */
  readonly pins: Map<string, PlacedPin>;
  readonly protected: ProtectedObjects;
  readonly live: readonly LiveWorkspace[];
  readonly approvals: Approvals;
}

export interface ProtectedObjects {
  /** `$HOME`, links and their targets included. */
  readonly home: Located;
  readonly objects: readonly ProtectedObject[];
  readonly hardLinks: readonly HardLink[];
}

export interface ProtectedObject extends ProtectedPath, Located {
  /** Links and their targets included. */
  readonly chain: readonly ChainLink[];
  /** false: `chain` and `places` are those of the nearest directory above that exists, where it would be made. */
  readonly exists: boolean;
  /** What is mounted below it; that is part of it, wherever else it can be reached. */
  readonly submounts: readonly Place[];
}

/** A source that is a file with another name in a protected directory. */
export interface HardLink {
  /** Of the mount. */
  readonly id: string;
  /** The other name; null: there were too many entries to look at. */
  readonly path: string | null;
  readonly directory: string;
  readonly reason: string;
}

/** The workspace of another session that is running, and where `path` leads now; nowhere: the chain is empty. */
export interface LiveWorkspace extends ObjectId, Located {
  readonly session: string;
  readonly agent: string;
  readonly path: string;
  /** Its own config directory; null: it has none. */
  readonly config: ObjectId | null;
}

/** Why there will be no session: what, and what to do. May carry untrusted bytes; only the escaper prints them. */
export interface Refusal {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint: string;
}

export interface Judgement {
  readonly refusals: readonly Refusal[];
  /** Lines for the person at launch. */
  readonly notes: readonly string[];
}

/** One rule about bind sources or targets; pure. Listed, in order, in `judge/index.ts`. */
export interface Rule {
  readonly name: string;
  judge(input: JudgeInput): Partial<Judgement>;
}
