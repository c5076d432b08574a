import type { Finding } from '../../battery/check.ts';
import { describeFinding } from './describe-finding.ts';
import { escapeText } from './escape.ts';

/** A finding as a test case; `group` names what it is about, such as an agent. */
export interface JunitCase extends Finding {
  readonly group: string;
}

/** Why a run came to no verdict. */
export interface NoVerdict {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

/**
 * Findings as JUnit XML (the dialect that CI systems read: testsuites, testsuite, testcase with failure, skipped or
 * system-out). A failed check is a failure, one that is not available is skipped, a warning passes with its text as output.
 * Every text passes the escaper first, so nothing is left that XML 1.0 could not hold.
 *
 * @param noVerdict one more test case, an error, so that a report without findings is not taken for a good one
 */
export function junitReport(
  name: string,
  cases: readonly JunitCase[],
  seconds: number,
  noVerdict: NoVerdict | null = null,
): string {
  const broken = noVerdict === null ? [] : [brokenCase(name, noVerdict)];
  const count = (verdict: Finding['verdict']): number => cases.filter((each) => each.verdict === verdict).length;
  const totals = `tests="${cases.length + broken.length}" failures="${count('fail')}" errors="${broken.length}" skipped="${count('not-available')}" time="${seconds.toFixed(3)}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${totals}>`,
    `  <testsuite name="${xml(name)}" ${totals}>`,
    ...cases.map((each) => testcase(name, each)),
    ...broken,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function testcase(suite: string, finding: JunitCase): string {
  const { id, title, verdict, found, group } = finding;
  const open = `    <testcase classname="${xml(`${suite}.${group}`)}" name="${xml(`${id} ${title}`)}"`;
  if (verdict === 'pass') return `${open}/>`;
  const text = describeFinding(finding).map(xml).join('\n');
  const body = {
    fail: `<failure message="${xml(found)}" type="${id}">${text}</failure>`,
    warn: `<system-out>${text}</system-out>`,
    'not-available': `<skipped message="${xml(found)}"/>`,
  }[verdict];
  return `${open}>\n      ${body}\n    </testcase>`;
}

function brokenCase(suite: string, { code, message, hint }: NoVerdict): string {
  return `    <testcase classname="${xml(suite)}" name="verdict">\n      <error message="${xml(message)}" type="${xml(code)}">${xml(hint)}</error>\n    </testcase>`;
}

function xml(text: string): string {
  const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return escapeText(text, { max: 2000 }).replace(/[&<>"]/g, (character) => entities[character] ?? '');
}
