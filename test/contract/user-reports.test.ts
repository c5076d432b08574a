import { describe, expect, it } from 'vitest';
import { cell, evidence, fault } from '../coverage/row.ts';
import { userReports } from '../coverage/user-reports.ts';

/** docs/user-reports.md is made from test/coverage. After a change: `npx vitest run --project contract test/contract/user-reports.test.ts -u`. */
const NUMBERS =
  '1 2 4 5 6 7 8 9 10 12 13 14 16 17 18 19 20 21 22 23 24 25 26 28 30 31 32 33 34 35 36 38 39 40 41 42 43 44 45 47 49 50 51 52 53 54 55 56 57 58 59 61 62 63 64 65 66 67 69 70 72 73 74 75 76 77 78 80 81 82 83 84';

function page(): string {
  const rows = Object.entries(userReports).map(
    ([number, each]) => `| ${number} | ${cell(each.says)} | ${cell(evidence(each))} |`,
  );
  return `<!-- Generated from test/coverage/user-reports.ts by test/contract/user-reports.test.ts; do not edit. -->

# What users of such launchers reported, and what happens here

Each row is one kind of report about launchers and containers for coding agents. It names the tests that show what happens here, the page
that tells of a limit, or why it does not apply. What a test does not show stands behind **open**.

| number | what happens here | shown by |
| --- | --- | --- |
${rows.join('\n')}
`;
}

describe('the table of user reports', () => {
  it('has every number, in order', () => {
    expect(Object.keys(userReports).join(' ')).toBe(NUMBERS);
  });

  it.each(Object.entries(userReports))('%s names what is there', (_, each) => {
    expect(fault(each)).toBeNull();
  });

  it('is docs/user-reports.md', async () => {
    await expect(page()).toMatchFileSnapshot(new URL('../../docs/user-reports.md', import.meta.url).pathname);
  });
});
