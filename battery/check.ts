import type { LaunchPlan } from '../src/plan/launch-plan.ts';
import type { Pin } from '../src/host/pin.ts';
import type { Attestation } from './attestation.ts';
import type { EngineInfo } from '../src/engine/engine.ts';
import type { ConfigFacts } from './config-facts.ts';

/** What a session-stage check may look at. Nothing else: checks are pure. */
export interface SessionFacts {
  readonly attestation: Attestation;
  /** Mount id → the pinned host object. */
  readonly pins: ReadonlyMap<string, Pin>;
  /** boot_id of the launcher's kernel. */
  readonly hostBootId: string;
  readonly engine: EngineInfo;
  readonly session: string;
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
