import type { Finding } from '../../battery/check.ts';
import { runSessionChecks } from '../../battery/run.ts';
import { attestedResult } from './attested-result.ts';
import { sessionFacts } from './session-facts.ts';
import type { Gathered } from './session-facts.ts';

/** The findings in order of number, and the text that tells the session of them. `host`: findings made meanwhile. */
export async function judgeSession(
  gathered: Gathered,
  host: readonly Finding[],
): Promise<{ readonly findings: readonly Finding[]; readonly result: string }> {
  const { plan, request } = gathered;
  const facts = await sessionFacts(gathered);
  const findings = [...runSessionChecks(facts, plan), ...host].sort((a, b) => Number(a.id) - Number(b.id));
  return { findings, result: attestedResult(findings, facts, plan, request.digest) };
}
