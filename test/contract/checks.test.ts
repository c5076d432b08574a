import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkIds } from '../../battery/check-ids.ts';
import { checks } from '../../battery/checks/index.ts';
import type { Outcome, SessionCheck } from '../../battery/check.ts';
import { fixtureFacts, fixturePlan } from '../unit/battery/session-fixture.ts';
import type { Example } from './attestation-changes.ts';
import { greens, unknowns } from './session-greens.ts';
import { reds } from './session-reds.ts';

/** Those on an attestation; the others have their examples in config-checks.test.ts. */
const sessionChecks = checks.filter((check): check is SessionCheck => check.stage === 'session');
const folder = readdirSync(new URL('../../battery/checks/', import.meta.url)).filter(
  (name) => !['index.ts', 'host.ts', 'session.ts'].includes(name),
);

function evaluate(check: SessionCheck, { plan: changes, change, facts: more }: Example): Outcome {
  const plan = fixturePlan(changes);
  const facts = fixtureFacts(plan);
  const attestation = { ...facts.attestation, ...change(facts.attestation) };
  return check.evaluate({ ...facts, ...more?.(facts), attestation }, plan);
}

describe('every check', () => {
  it('is listed once, in order, as the folder has it', () => {
    expect(folder).toEqual(folder.filter((name) => /^\d\d-[a-z-]+\.ts$/.test(name)).sort());
    expect(checks.map(({ id }) => id)).toEqual(folder.map((name) => name.slice(0, 2)));
    expect(new Set(checks.map(({ id }) => id)).size).toBe(checks.length);
    expect(new Set(checks.map(({ title }) => title)).size).toBe(checks.length);
  });

  it('is known by its number to whoever plans', () => {
    expect([...checkIds.session, ...checkIds.host].sort()).toEqual(checks.map(({ id }) => id));
    expect(checkIds.host).toEqual(checks.filter(({ stage }) => stage === 'host').map(({ id }) => id));
  });

  it('has red examples and look-alikes', () => {
    expect(Object.keys(greens).sort()).toEqual(sessionChecks.map(({ id }) => id).sort());
    expect(Object.keys(reds).sort()).toEqual(sessionChecks.map(({ id }) => id).sort());
  });

  describe.each(sessionChecks.map((check) => ({ id: check.id, check })))('$id', ({ id, check }) => {
    it('says what it is about', () => {
      expect(['fail', 'warn']).toContain(check.level);
      expect(check.title).toMatch(/^\S.{10,90}$/);
      expect(check.threat.length).toBeGreaterThan(100);
      expect(check.threat).not.toContain('\n');
    });

    it.each([
      ['a pipe', {}],
      ['a terminal', { tty: true }],
    ] as const)('is green on a session as planned, with %s', (_, changes) => {
      const plan = fixturePlan(changes);
      expect(check.evaluate(fixtureFacts(plan), plan)).toMatchObject({ verdict: 'pass' });
    });

    it.each([...(greens[id] ?? [])])('is green: $name', (example) => {
      expect(evaluate(check, example).verdict).toBe('pass');
    });

    it.each([...(unknowns[id] ?? [])])('is not available: $name', (example) => {
      expect(evaluate(check, example)).toMatchObject({ verdict: 'not-available', found: expect.stringMatching(/\S/) });
    });

    it.each([...(reds[id] ?? [])])('is red: $name', (example) => {
      const outcome = evaluate(check, example);
      expect(outcome.verdict).toBe('fail');
      expect(outcome.expected).not.toBe('');
      expect(outcome.found).not.toBe('');
      expect(outcome.hint).toMatch(/\S/);
    });
  });
});
