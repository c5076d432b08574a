import type { LaunchPlan } from '../src/plan/launch-plan.ts';
import type { ObjectId, Pin } from '../src/host/pin.ts';
import type { Attestation } from './attestation.ts';
import type { ContainerState, EngineInfo } from '../src/engine/engine.ts';
import type { ConfigFacts } from './config-facts.ts';

/** What a session-stage check may look at. Nothing else: checks are pure. */
export interface SessionFacts {
  readonly attestation: Attestation;
  /** Mount id → the pinned host object. */
  readonly pins: ReadonlyMap<string, Pin>;
  /** boot_id of the launcher's kernel. */
  readonly hostBootId: string;
  /** Where the kernel is another one, or the engine's paths are, by mount id: what was to be read back through the mount, and what was. Else null. */
  readonly proofs: ReadonlyMap<string, MountProof> | null;
  /** Namespaces of the launcher: name → `pid:[4026531836]`. Numbers of one kernel. */
  readonly hostNamespaces: Readonly<Record<string, string>>;
  /** Seconds since the epoch on the host: before the start, and when the attestation had come. */
  readonly hostClock: { readonly earliest: number; readonly latest: number };
  readonly engine: EngineInfo;
  /** What the engine says of the running container; null: it knows none. */
  readonly container: ContainerState | null;
  /** Text of the git configuration that was made for this session. */
  readonly gitConfig: string;
  /** Configuration files that were read for this launch, each with its chain from `/` down. */
  readonly configFiles: readonly { readonly path: string; readonly chain: readonly ObjectId[] }[];
  /** The agent's own configuration as it was before the start; null: the agent has none. */
  readonly ownConfig: ConfigFacts | null;
  readonly session: string;
}

/** One bind mount on an engine whose inode numbers mean nothing here. */
export interface MountProof {
  /**
   * `challenge`: a file made for this through the pinned descriptor. `content`: bytes that were there already, where nothing
   * can be made (a file, somebody else's directory): they say that the object looks the same. `none`: neither was possible.
   */
  readonly kind: 'challenge' | 'content' | 'none';
  readonly matches: boolean;
}

export type Verdict = 'pass' | 'warn' | 'fail' | 'not-available';

/** A check's result. `expected` and `found` may carry untrusted bytes: only the escaper prints them. */
export interface Finding {
  readonly id: string;
  readonly title: string;
  readonly stage: 'host' | 'session';
  readonly level: 'fail' | 'warn';
  readonly verdict: Verdict;
  readonly expected: string;
  readonly found: string;
  /** Why it matters: the check's threat. */
  readonly why: string;
  /** What to do; the one command that mends it where there is one. */
  readonly hint: string;
}

/** What evaluate returns; the runner adds the check's own fields. */
export interface Outcome {
  readonly verdict: Verdict;
  readonly expected: string;
  readonly found: string;
  readonly hint?: string;
}

interface CheckText {
  /** Two digits; never reused. */
  readonly id: string;
  readonly title: string;
  /** One paragraph: what goes wrong when it does not hold. */
  readonly threat: string;
  readonly level: 'fail' | 'warn';
}

/** A numbered check on what the gate attested: one file `checks/NN-name.ts`, default-free, exporting `check`. */
export interface SessionCheck extends CheckText {
  readonly stage: 'session';
  evaluate(facts: SessionFacts, plan: LaunchPlan): Outcome;
}

/** A numbered check on what lies on the host: needs no engine, so `sandbox battery` makes it without a session. */
export interface HostCheck extends CheckText {
  readonly stage: 'host';
  evaluate(facts: ConfigFacts): Outcome;
}

export type Check = SessionCheck | HostCheck;
