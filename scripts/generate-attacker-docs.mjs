#!/usr/bin/env node
/** Writes docs/attacker-run.md from the result that test/e2e/attacker.test.ts leaves in dist-test/. That test notices drift. */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { engine, kernel, reached, decided, sessions, weak } = JSON.parse(
  readFileSync(join(root, 'dist-test/attacker-run.json'), 'utf8'),
);
const probes = sessions['root, none'];
const weakOnes = Object.entries(weak);

const table = (head, rows) => [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

function inSession({ id, network }) {
  if (id in decided) return 'the host decides';
  const hits = Object.entries(sessions).filter(([, run]) => run.some((one) => one.id === id && one.outcome === 'hit'));
  if (hits.length === 0) return 'blocked';
  return network && hits.every(([name]) => name.endsWith('internet')) ? '`internet` reaches it' : '**hit**';
}

function inWeak({ id }) {
  const found = weakOnes.find(([, run]) => run.some((one) => one.id === id && one.outcome === 'hit'));
  if (found !== undefined) return `one that ${found[0]}`;
  const why = weakOnes.flatMap(([, run]) => run).find((one) => one.id === id && one.outcome === 'not-applicable');
  return `not shown: ${why?.detail ?? 'no hit'}`;
}

const rows = probes.map((probe) => [
  `\`${probe.id}\``,
  probe.title,
  probe.family,
  probe.source,
  inSession(probe),
  inWeak(probe),
]);
const titles = new Map(probes.map(({ id, title }) => [id, title]));
const page = `# The attacker run

\`test/attacker/\` is a program that does what a hostile agent would: ${probes.length} probes after CDK, deepce, BOtB, amicontained,
docker-bench, the tests of sandbox-runtime (srt) and codex, and the incidents of this field. \`test/e2e/attacker.test.ts\` starts it
in real sessions, as root and as an ordinary user, with and without a network, in a home full of planted credentials. **Nothing
may hit**, but for what the default network leaves open (below).

A probe that never hits proves nothing. So the same program also runs in containers that are weak on purpose, and each probe
must hit in one of them. It is harmless there too: what belongs to the host is opened and never written, system calls get
arguments that cannot take effect, and addresses that are not the test's own are only looked up in the routing table. A host may
load the kernel module of a socket family that a weak container asks for.

What it does not try: faults of the kernel or the runtime, other files of the workspace and of the agent's own configuration
(a session is meant to have those), the user and control group namespaces (the engine's to give), and floods.

## What \`--network internet\` leaves open

${table(
  ['Probe', 'It can', 'Because'],
  Object.entries(reached).map(([id, why]) => [id, titles.get(id), why]),
)}

With \`--network none\` none of them gets through. With \`internet\` the host decides about:

${table(
  ['Probe', 'It can', 'The host decides'],
  Object.entries(decided).map(([id, why]) => [id, titles.get(id), why]),
)}

## Every probe

Written by \`scripts/generate-attacker-docs.mjs\` from a run with Docker ${engine} on Linux ${kernel.split('-')[0]}.

${table(['Id', 'It tries to', 'Family', 'After', 'In a session', 'Shown to hit in a container'], rows)}
`;
const file = join(root, 'docs/attacker-run.md');
writeFileSync(file, await format(page, { ...(await resolveConfig(file)), filepath: file }));
