import type { Finding, SessionFacts } from '../../battery/check.ts';
import { judgeFindings } from '../../battery/verdict.ts';
import type { LaunchPlan } from '../plan/launch-plan.ts';
import { jsonText } from '../ui/json-text.ts';

/**
 * What the session is told about itself: the findings, one a line, and what of the report can be looked at again inside.
 * The agent reads it in /run/sandbox, which it cannot write; the skill `verify-sandbox` compares.
 */
export function attestedResult(
  findings: readonly Finding[],
  { attestation, session }: SessionFacts,
  plan: LaunchPlan,
  digest: string,
): string {
  const { counts } = judgeFindings(findings);
  const members: readonly (readonly [string, string])[] = [
    ['schema', jsonText('sandbox/1')],
    ['session', jsonText(session)],
    ['agent', jsonText(plan.agent)],
    ['digest', jsonText(digest)],
    ['checked', jsonText(new Date(attestation.clock * 1000).toISOString())],
    ['counts', jsonText(counts)],
    ['mounts', lines(attestation.mountinfo.map(({ point }) => kernelSpelling(point)))],
    ['namespaces', lines(Object.values(attestation.namespaces))],
    ['findings', lines(findings)],
  ];
  return `{\n${members.map(([name, text]) => `${jsonText(name)}:${text}`).join(',\n')}\n}\n`;
}

/** A JSON list with each item on a line of its own, for programs that read lines. */
function lines(items: readonly unknown[]): string {
  return items.length === 0 ? '[]' : `[\n${items.map((item) => jsonText(item)).join(',\n')}\n]`;
}

/** As /proc/self/mountinfo writes it, so that lines can be compared. */
function kernelSpelling(point: string): string {
  return point.replace(/[ \t\n\\]/g, (character) => `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`);
}
