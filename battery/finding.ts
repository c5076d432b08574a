import type { Check, Finding, Outcome } from './check.ts';

/** Outcome of a check → finding. A check that throws is a failed check: what it should have told is unknown. */
export function makeFinding(check: Check, judge: () => Outcome): Finding {
  return finding(check, evaluate(judge));
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
