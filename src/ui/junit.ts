import type { Finding } from '../../battery/check.ts';
import { describeFinding } from './describe-finding.ts';
import { escapeText } from './escape.ts';

/** A finding as a test case; `group` names what it is about, such as an agent. */
export interface JunitCase extends Finding {
  readonly group: string;
}

/**
 * Findings as JUnit XML (the dialect that CI systems read: testsuites, testsuite, testcase with failure, skipped or
 * system-out). A failed check is a failure, one that is not available is skipped, a warning passes with its text as output.
 * Every text passes the escaper first, so nothing is left that XML 1.0 could not hold.
 */
export function junitReport(name: string, cases: readonly JunitCase[], seconds: number): string {
  const count = (verdict: Finding['verdict']): number => cases.filter((each) => each.verdict === verdict).length;
  const totals = `tests="${cases.length}" failures="${count('fail')}" errors="0" skipped="${count('not-available')}" time="${seconds.toFixed(3)}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${totals}>`,
    `  <testsuite name="${xml(name)}" ${totals}>`,
    ...cases.map((each) => testcase(name, each)),
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

function xml(text: string): string {
  const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return escapeText(text, { max: 2000 }).replace(/[&<>"]/g, (character) => entities[character] ?? '');
}
