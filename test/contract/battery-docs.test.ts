import { describe, expect, it } from 'vitest';
import type { Check } from '../../battery/check.ts';
import { checks } from '../../battery/checks/index.ts';
import { runHostChecks } from '../../battery/run-host.ts';
import { mutations, tamperedOnly } from '../engine/session-mutations.ts';
import { lookAt, survey, configPlace } from '../support/config-world.ts';
import { isRoot, tempWorld } from '../support/temp-world.ts';
import { greens as configGreens } from './config-greens.ts';
import { reds as configReds } from './config-reds.ts';
import { greens as sessionGreens } from './session-greens.ts';
import { reds as sessionReds } from './session-reds.ts';

/** Pages made from the checks and their tests. After a change: `npx vitest run --project contract test/contract/battery-docs.test.ts -u`. */
const page = (name: string): string => new URL(`../../${name}`, import.meta.url).pathname;

interface Proof {
  readonly check: string;
  readonly kind: 'container' | 'tree' | 'tampered attestation';
  readonly mutation: string;
  readonly others: readonly string[];
  readonly lookAlike: string;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

const levels: Readonly<Record<Check['level'], string>> = { fail: 'refuses', warn: 'warns' };

function readme(): string {
  const rows = checks.map(({ id, title, stage, level, threat }) => [id, title, stage, levels[level], threat]);
  return `<!-- Generated from battery/checks by test/contract/battery-docs.test.ts; do not edit. -->

# The integrity battery

Before an agent's first instruction, every session is compared with its plan. The first program in the container, the gate
(\`gate.sh\`, \`attest.pl\`, \`look.pl\`, \`probes.pl\`, \`filter.pl\`), looks around, tries what must not work, and reports; it decides nothing. The
checks in \`checks/\` decide, outside, each a pure function of report and plan. One that fails ends the launch before the agent began.

- \`session\`: made on the gate's report, in every launch and in \`sandbox check <agent>\`.
- \`host\`: made on the agent's own configuration directory before and after a session; \`sandbox battery\` makes them alone.
- A check that cannot be made on this engine says **not available**. That is never a pass, and it is counted apart.

\`sandbox check --explain NN\` prints one of them. How each is shown to work: [docs/battery-proofs.md](../docs/battery-proofs.md).

${table(['id', 'holds when', 'stage', 'otherwise', 'what goes wrong when it does not'], rows)}

A number is never used again for another check.
`;
}

/** Other host checks that redden on a tree, found by looking. */
async function othersOnTree(id: string): Promise<readonly string[]> {
  const [example] = configReds[id] ?? [];
  if (example === undefined) return [];
  const { agent = 'codex', make, change } = example;
  const world = tempWorld();
  make(world);
  let known = null;
  if (change !== undefined) {
    known = (await survey(configPlace(world, agent))).record;
    change(world);
  }
  const findings = runHostChecks(await lookAt(world, agent, known));
  return findings.filter(({ verdict, id: other }) => verdict !== 'pass' && other !== id).map((each) => each.id);
}

async function proofs(): Promise<readonly Proof[]> {
  const containers = mutations.map(({ check, name, others = [] }): Proof => ({
    check,
    kind: 'container',
    mutation: name,
    others,
    lookAlike: sessionGreens[check]?.[0]?.name ?? '',
  }));
  const tampered = tamperedOnly.flatMap((check) =>
    (sessionReds[check] ?? []).map(({ name }): Proof => ({
      check,
      kind: 'tampered attestation',
      mutation: name,
      others: [],
      lookAlike: sessionGreens[check]?.[0]?.name ?? '',
    })),
  );
  const trees: Proof[] = [];
  for (const [check, examples] of Object.entries(configReds))
    trees.push({
      check,
      kind: 'tree',
      mutation: examples[0]?.name ?? '',
      others: await othersOnTree(check),
      lookAlike: configGreens[check]?.at(-1)?.name ?? '',
    });
  return [...containers, ...tampered, ...trees].sort((a, b) => Number(a.check) - Number(b.check));
}

function proofsPage(all: readonly Proof[]): string {
  const count = (examples: Readonly<Record<string, readonly unknown[]>>): number =>
    Object.values(examples).reduce((sum, each) => sum + each.length, 0);
  const rows = all.map(({ check, kind, mutation, others, lookAlike }) => [
    check,
    kind,
    mutation,
    others.join(' ') || '–',
    lookAlike,
  ]);
  return `<!-- Generated from the tests by test/contract/battery-docs.test.ts; do not edit. -->

# How the checks are shown to work

Each row takes one defence away, in a real container (\`test/engine/session-checks.test.ts\`), in a real directory tree
(\`test/contract/config-checks.test.ts\`), or, where no container can be made so, in a gate's report. The check of that row must turn
red, with exactly the others named; and what merely looks alike must stay green.

Beside these, ${count(sessionReds)} tampered reports and ${count(configReds)} trees must redden their check, and ${count(sessionGreens) + count(configGreens)} look-alikes must not
(\`test/contract\`).

${table(['check', 'where', 'what was taken away', 'others that turn red', 'a look-alike that stays green'], rows)}
`;
}

describe('the pages about the battery', () => {
  it('list every check', async () => {
    await expect(readme()).toMatchFileSnapshot(page('battery/README.md'));
  });

  it.runIf(isRoot)('show a proof of every check', async () => {
    const all = await proofs();
    expect([...new Set(all.map(({ check }) => check))]).toEqual(checks.map(({ id }) => id));
    expect(all.filter(({ lookAlike, mutation }) => lookAlike === '' || mutation === '')).toEqual([]);
    await expect(proofsPage(all)).toMatchFileSnapshot(page('docs/battery-proofs.md'));
  });
});
