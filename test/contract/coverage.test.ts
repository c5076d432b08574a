import { describe, expect, it } from 'vitest';
import { sections } from '../coverage/cases.ts';
import { cell, evidence, fault } from '../coverage/row.ts';

/** docs/coverage.md is made from test/coverage. After a change: `npx vitest run --project contract test/contract/coverage.test.ts -u`. */
const path = (name: string): string => new URL(`../../${name}`, import.meta.url).pathname;

/** The catalogue's numbers by section; some were never given. */
const NUMBERS: Readonly<Record<string, string>> = {
  A: '1-9 11-18 20-27 29-37',
  C: '73-78 80-85 87',
  E: '105-107 109-113 115-118',
  F: '119-128 130-137 139-144',
  H: '154-156 158-163',
  I: '164-167 169-174 176-178',
  J: '179-183 185-190 192-195',
};
function numbers(ranges: string): readonly number[] {
  return ranges.split(' ').flatMap((range) => {
    const [from = 0, to = from] = range.split('-').map(Number);
    return Array.from({ length: to - from + 1 }, (_, at) => from + at);
  });
}

function page(): string {
  const tables = sections.map(({ letter, title, cases }) => {
    const rows = Object.entries(cases).map(
      ([number, each]) => `| ${number} | ${cell(each.says)} | ${cell(evidence(each))} |`,
    );
    return [`## ${letter}. ${title}`, '', '| case | what happens | shown by |', '| --- | --- | --- |', ...rows].join(
      '\n',
    );
  });
  return `<!-- Generated from test/coverage by test/contract/coverage.test.ts; do not edit. -->

# Which attack is shown to fail, and where

The numbers are those that tests and comments cite ("case 38"). Each row names tests by file and title (or a part of it, or of the
table a test runs over), or says why there is none. What a test does not show of its case stands behind **open**. Files in
\`test/attacker\` are run by \`test/e2e/attacker.test.ts\`, \`test/engine/session-mutations.ts\` by \`test/engine/session-checks.test.ts\`,
\`test/contract/*-reds.ts\` and \`*-greens.ts\` by the two \`checks\` tests beside them.

${tables.join('\n\n')}
`;
}

describe('the coverage table', () => {
  it('has every number of its sections, in order', () => {
    expect(Object.fromEntries(sections.map(({ letter, cases }) => [letter, Object.keys(cases).map(Number)]))).toEqual(
      Object.fromEntries(Object.entries(NUMBERS).map(([letter, ranges]) => [letter, numbers(ranges)])),
    );
  });

  it.each(sections.map((section) => [section.letter, section] as const))(
    'names tests that are there: %s',
    (_, { cases }) => {
      for (const [number, each] of Object.entries(cases)) expect(fault(each), number).toBeNull();
    },
  );

  it('is docs/coverage.md', async () => {
    await expect(page()).toMatchFileSnapshot(path('docs/coverage.md'));
  });
});
