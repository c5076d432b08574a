import type { Finding } from './check.ts';

export interface Counts {
  readonly pass: number;
  readonly warn: number;
  readonly fail: number;
  readonly notAvailable: number;
}

/** One failed finding refuses; so does a battery without findings, because nothing was looked at. */
export function judgeFindings(findings: readonly Finding[]): {
  readonly outcome: 'pass' | 'refuse';
  readonly counts: Counts;
} {
  const count = (verdict: Finding['verdict']): number =>
    findings.filter((finding) => finding.verdict === verdict).length;
  const counts = {
    pass: count('pass'),
    warn: count('warn'),
    fail: count('fail'),
    notAvailable: count('not-available'),
  };
  return { outcome: counts.fail > 0 || findings.length === 0 ? 'refuse' : 'pass', counts };
}
