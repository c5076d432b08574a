import type { LaunchPlan } from '../src/plan/launch-plan.ts';
import type { Check, Finding, Outcome, SessionFacts } from './check.ts';
import { checks } from './checks/index.ts';

/**
 * Every session-stage check on one attestation, in order of number. Never throws: a check that does is a failed check,
 * whatever its level, because what it should have told is unknown. A `warn` check that does not hold warns.
 */
export function runSessionChecks(
  facts: SessionFacts,
  plan: LaunchPlan,
  all: readonly Check[] = checks,
): readonly Finding[] {
  return all.map((check) => finding(check, evaluate(check, facts, plan)));
}

function finding({ id, title, stage, level, threat }: Check, outcome: Outcome & { broken?: true }): Finding {
  const verdict = outcome.verdict === 'fail' && level === 'warn' && !outcome.broken ? 'warn' : outcome.verdict;
  const hint = verdict === 'pass' ? '' : (outcome.hint ?? '');
  return { id, title, stage, level, verdict, expected: outcome.expected, found: outcome.found, why: threat, hint };
}

function evaluate(check: Check, facts: SessionFacts, plan: LaunchPlan): Outcome & { broken?: true } {
  try {
    return check.evaluate(facts, plan);
  } catch (error) {
    return {
      verdict: 'fail',
      expected: 'a check that can be made',
      found: `the check itself broke: ${error instanceof Error ? error.message : String(error)}`,
      hint: 'Report it with the output of `sandbox check --json`.',
      broken: true,
    };
  }
}
