import { describe, expect, it } from 'vitest';
import type { SessionCheck, Verdict } from '../../../battery/check.ts';
import { runSessionChecks } from '../../../battery/run.ts';
import { judgeFindings } from '../../../battery/verdict.ts';
import { fixtureFacts, fixturePlan } from './session-fixture.ts';

const plan = fixturePlan();
const facts = fixtureFacts(plan);

function check(level: 'fail' | 'warn', evaluate: () => Verdict): SessionCheck {
  return {
    id: '99',
    title: 'a title',
    threat: 'a threat',
    stage: 'session',
    level,
    evaluate: () => ({ verdict: evaluate(), expected: 'e', found: 'f', hint: 'h' }),
  };
}

describe('runSessionChecks', () => {
  it('passes a session as planned', () => {
    const findings = runSessionChecks(facts, plan);
    expect(judgeFindings(findings)).toEqual({
      outcome: 'pass',
      counts: { pass: findings.length, warn: 0, fail: 0, notAvailable: 0 },
    });
    expect(findings.every(({ hint }) => hint === '')).toBe(true);
  });

  it('adds the check’s own fields', () => {
    expect(runSessionChecks(facts, plan, [check('fail', () => 'fail')])).toEqual([
      {
        id: '99',
        title: 'a title',
        stage: 'session',
        level: 'fail',
        verdict: 'fail',
        expected: 'e',
        found: 'f',
        why: 'a threat',
        hint: 'h',
      },
    ]);
  });

  it('makes a warning of a warn check that does not hold', () => {
    expect(runSessionChecks(facts, plan, [check('warn', () => 'fail')])[0]?.verdict).toBe('warn');
    expect(runSessionChecks(facts, plan, [check('warn', () => 'not-available')])[0]?.verdict).toBe('not-available');
  });

  it.each(['fail', 'warn'] as const)('fails a %s check that throws', (level) => {
    const broken = check(level, () => {
      throw new TypeError('x is not a function');
    });
    const [finding] = runSessionChecks(facts, plan, [broken]);
    expect(finding).toMatchObject({ verdict: 'fail', found: 'the check itself broke: x is not a function' });
  });
});

describe('judgeFindings', () => {
  it('refuses on one failure, not on warnings or checks that cannot be made', () => {
    const of = (...verdicts: Verdict[]): string =>
      judgeFindings(verdicts.flatMap((each) => runSessionChecks(facts, plan, [check('fail', () => each)]))).outcome;
    expect(of('pass', 'warn', 'not-available')).toBe('pass');
    expect(of('pass', 'fail')).toBe('refuse');
    expect(judgeFindings([]).outcome).toBe('refuse');
  });
});
