import type { Writable } from 'node:stream';
import type { Finding } from '../../battery/check.ts';
import { describeFinding } from './describe-finding.ts';
import { escapeText } from './escape.ts';

const LINE_MAX = 2000;

/** Findings for a person, each line through the escaper: whatever a name holds, no line of it can be one of ours. */
export function printFindings(stdout: Writable, findings: readonly Finding[], indent = ''): void {
  for (const finding of findings)
    for (const line of describeFinding(finding)) stdout.write(`${indent}${escapeText(line, { max: LINE_MAX })}\n`);
}
