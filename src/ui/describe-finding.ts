import type { Finding } from '../../battery/check.ts';
import type { Counts } from '../../battery/verdict.ts';

const words = { pass: 'pass', warn: 'WARN', fail: 'FAIL', 'not-available': 'n/a ' } as const;

/**
 * One finding as lines: the verdict first, and why it matters only where it does not hold. The lines may hold untrusted
 * text: whoever prints one passes it through the escaper.
 */
export function describeFinding(finding: Finding): readonly string[] {
  const { id, title, verdict, expected, found, why, hint } = finding;
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

export function describeCounts({ pass, warn, fail, notAvailable }: Counts): string {
  return `${pass} hold, ${warn} warn, ${fail} fail, ${notAvailable} not available`;
}
