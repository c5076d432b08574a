import type { LaunchPlan } from '../src/plan/launch-plan.ts';
import type { Finding, SessionCheck, SessionFacts } from './check.ts';
import { sessionChecks } from './checks/session.ts';
import { makeFinding } from './finding.ts';

/**
 * Every session-stage check on one attestation, in order of number. Never throws: a check that does is a failed check,
 * whatever its level, because what it should have told is unknown. A `warn` check that does not hold warns.
 */
export function runSessionChecks(
  facts: SessionFacts,
  plan: LaunchPlan,
  all: readonly SessionCheck[] = sessionChecks,
): readonly Finding[] {
  return all.map((check) => makeFinding(check, () => check.evaluate(facts, plan)));
}
