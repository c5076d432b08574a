import type { Agent } from '../agents/agent.ts';
import type { ErrorCode } from '../errors.ts';
import type { HostFacts } from '../host/facts.ts';
import type { ChainLink, ObjectId, Pin } from '../host/pin.ts';
import type { LaunchOptions } from '../plan/launch-options.ts';
import type { LaunchPlan } from '../plan/launch-plan.ts';
import type { Approvals } from './approvals.ts';
import type { ProtectedPath } from './protected-paths.ts';

/** All a rule may look at. Gathered by `host/pins`, `host/pin-protected` and `host/pin-live-workspaces`. */
export interface JudgeInput {
  readonly plan: LaunchPlan;
  readonly facts: HostFacts;
  readonly options: LaunchOptions;
  /** Every agent there is, the launched one included. */
  readonly agents: readonly Agent[];
  /** Mount or mask id → pinned host object. */
  readonly pins: ReadonlyMap<string, Pin>;
  readonly protected: ProtectedObjects;
  readonly live: readonly LiveWorkspace[];
  readonly approvals: Approvals;
}

export interface ProtectedObjects {
  /** The chain of `$HOME`, links and their targets included; the directory itself last. */
  readonly home: readonly ChainLink[];
  /** Those that exist, each with the chain of its place and, where it is a link, of its target. */
  readonly objects: readonly (ProtectedPath & { readonly chain: readonly ChainLink[] })[];
}

/** The workspace of another session that is running. */
export interface LiveWorkspace extends ObjectId {
  readonly session: string;
  readonly agent: string;
  readonly path: string;
  /** Its own config directory; null: it has none. */
  readonly config: ObjectId | null;
  /** Chain of `path` now; empty when it leads nowhere any more. */
  readonly chain: readonly ObjectId[];
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
