import type { LaunchPlan } from '../src/plan/launch-plan.ts';
import type { Check, Finding, HostCheck, Outcome, SessionCheck, SessionFacts } from './check.ts';
import type { ConfigFacts } from './config-facts.ts';
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
  const session = all.filter((check): check is SessionCheck => check.stage === 'session');
  return session.map((check) =>
    finding(
      check,
      evaluate(() => check.evaluate(facts, plan)),
    ),
  );
}

/** Every host-stage check on one agent's configuration, in the same way. */
export function runHostChecks(facts: ConfigFacts, all: readonly Check[] = checks): readonly Finding[] {
  const host = all.filter((check): check is HostCheck => check.stage === 'host');
  return host.map((check) =>
    finding(
      check,
      evaluate(() => check.evaluate(facts)),
    ),
  );
}

function finding({ id, title, stage, level, threat }: Check, outcome: Outcome & { broken?: true }): Finding {
  const verdict = outcome.verdict === 'fail' && level === 'warn' && !outcome.broken ? 'warn' : outcome.verdict;
  const hint = verdict === 'pass' ? '' : (outcome.hint ?? '');
  return { id, title, stage, level, verdict, expected: outcome.expected, found: outcome.found, why: threat, hint };
}

function evaluate(judge: () => Outcome): Outcome & { broken?: true } {
  try {
    return judge();
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
