import { judgeFindings } from '../../battery/verdict.ts';
import type { Finding } from '../../battery/check.ts';
import { escapeText } from '../ui/escape.ts';
import { writeJsonResult } from '../ui/json-result.ts';
import type { Deps, Invocation } from './command.ts';
import { session } from './launch.ts';

/** Launches up to the verdict; the agent is never started. */
export async function check(invocation: Invocation, deps: Deps): Promise<number> {
  const json = invocation.flags['json'] === true;
  const { result, prepared } = await session(invocation, deps, 'verdict');
  const counts = judgeFindings(result.findings).counts;
  if (json) {
    const { notes: _notes, ...plan } = result.plan;
    writeJsonResult(
      deps.stdout,
      'check',
      { findings: result.findings, counts, plan, digest: prepared.digest },
      result.error,
    );
    return result.code;
  }
  for (const finding of result.findings)
    for (const line of describeFinding(finding)) deps.stdout.write(`${escapeText(line, { max: 1000 })}\n`);
  if (result.findings.length > 0) {
    deps.stdout.write(
      `${counts.pass} hold, ${counts.warn} warn, ${counts.fail} fail, ${counts.notAvailable} not available\n`,
    );
  }
  return result.code;
}

/** One finding as lines: the verdict first, and why it matters only where it does not hold. */
export function describeFinding(finding: Finding): readonly string[] {
  const { id, title, verdict, expected, found, why, hint } = finding;
  const words = { pass: 'pass', warn: 'WARN', fail: 'FAIL', 'not-available': 'n/a ' } as const;
  const head = `${words[verdict]}  ${id}  ${title}`;
  if (verdict === 'pass') return [head];
  return [
    head,
    `          expected ${expected}`,
    `          found    ${found}`,
    `          why      ${why}`,
    ...(hint === '' ? [] : [`          do       ${hint}`]),
  ];
}
