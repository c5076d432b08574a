import { Readable } from 'node:stream';
import { openEngine } from '../../src/engine/open.ts';
import { AppError } from '../../src/errors.ts';
import type { ScriptedEngine } from './scripted-engine.ts';

const BASE_ID = `sha256:${'b'.repeat(64)}`;

/** A call of the engine, in the whole command that makes it. */
export interface Endpoint {
  readonly name: string;
  readonly route: RegExp;
  /** Continues "while …": its deadline is the one that is shortened. */
  readonly what: RegExp;
  readonly argv: readonly string[];
  /** `HOME/.config/sandbox/config.yaml`. */
  readonly config?: string;
  /** What the real engine is not asked. */
  readonly script?: (engine: ScriptedEngine) => void;
  /** Standard output is a terminal of 80×24. */
  readonly tty?: true;
  /** Sent when the agent says `up`, the second when nothing has ended 8 s later. */
  readonly signals?: readonly NodeJS.Signals[];
  /** Instead of a command: one call of the adapter's. */
  readonly call?: (endpoint: string, deadlines: (what: string, ms: number) => number) => Promise<unknown>;
  /** Exit code without any fault. */
  readonly code: number;
}

const shell = (script: string, ...flags: string[]): readonly string[] => [
  'launch',
  'shell',
  '-T',
  ...flags,
  '--',
  'sh',
  '-c',
  script,
];
const stays = 'trap "exit 7" TERM; trap "exit 9" INT; echo up; while :; do sleep 0.1; done';
const ours = {
  Id: BASE_ID,
  RepoTags: ['sandbox-base:0123456789abcdef'],
  Labels: { 'dev.sandbox.image': 'base', 'dev.sandbox.digest': '0123456789abcdef' },
  Size: 1000,
  Created: 1,
};
const inspected = JSON.stringify({
  Id: BASE_ID,
  RepoTags: ours.RepoTags,
  Config: { Labels: ours.Labels },
  Size: 1000,
  Created: '2026-01-01T00:00:00Z',
});
const building = (engine: ScriptedEngine): void => {
  engine
    .answer(/^POST \/build/, { body: `{"stream":"Step 1\\n"}\n{"aux":{"ID":"${BASE_ID}"}}\n` })
    .answer(/^POST \/images\/.*\/tag/, { status: 201 })
    .answer(/^GET \/images\/sha256:b+\/json/, { body: inspected });
};

/** Every call the product makes, in the order of a launch. */
export const endpoints = [
  { name: 'ping', route: /^GET \/_ping/, what: /^pinging/, argv: shell('true'), code: 0 },
  { name: 'info', route: /^GET \/info/, what: /^asking/, argv: shell('true'), code: 0 },
  { name: 'image inspect', route: /^GET \/images\/.*\/json/, what: /^looking/, argv: shell('true'), code: 0 },
  { name: 'container create', route: /^POST \/containers\/create/, what: /^creating/, argv: shell('true'), code: 0 },
  { name: 'attach', route: /^POST \/containers\/\w+\/attach/, what: /^attaching/, argv: shell('true'), code: 0 },
  { name: 'wait', route: /^POST \/containers\/\w+\/wait/, what: /^waiting/, argv: shell('exit 3'), code: 3 },
  { name: 'container list', route: /^GET \/containers\/json/, what: /^listing/, argv: shell('true'), code: 0 },
  { name: 'start', route: /^POST \/containers\/\w+\/start/, what: /^starting/, argv: shell('true'), code: 0 },
  {
    name: 'resize',
    route: /^POST \/containers\/\w+\/resize/,
    what: /^resizing/,
    argv: shell('true').map((word) => (word === '-T' ? '-t' : word)),
    tty: true,
    code: 0,
  },
  {
    name: 'kill',
    route: /^POST \/containers\/\w+\/kill/,
    what: /^signalling/,
    argv: shell(stays),
    signals: ['SIGINT', 'SIGTERM'],
    code: 9,
  },
  {
    name: 'stop',
    route: /^POST \/containers\/\w+\/stop/,
    what: /^stopping/,
    argv: shell(stays),
    signals: ['SIGTERM', 'SIGTERM'],
    code: 143,
  },
  {
    name: 'container inspect',
    route: /^GET \/containers\/\w{12,}\/json/,
    what: /^inspecting/,
    argv: shell('exit 3'),
    code: 3,
  },
  { name: 'container remove', route: /^DELETE \/containers/, what: /^removing the/, argv: shell('true'), code: 0 },
  { name: 'image list', route: /^GET \/images\/json/, what: /^listing images/, argv: ['image', 'list'], code: 0 },
  { name: 'used images', route: /^GET \/containers\/json/, what: /^listing/, argv: ['image', 'list'], code: 0 },
  {
    name: 'image remove',
    route: /^DELETE \/images/,
    what: /^removing an/,
    argv: ['image', 'prune'],
    script: (engine) => {
      engine
        .answer(/^GET \/images\/json/, { body: JSON.stringify([ours]) })
        .answer(/^DELETE \/images/, { body: '[{"Untagged":"x"}]' });
    },
    code: 0,
  },
  {
    name: 'pull',
    route: /^POST \/images\/create/,
    what: /^pulling/,
    argv: ['image', 'build', 'shell'],
    config: 'image:\n  base: example.invalid/x:1\n',
    script: (engine) => {
      engine
        .answer(/^GET \/images\/example\.invalid/, { status: 404, body: '{"message":"No such image"}' }, 1)
        .answer(/^GET \/images\/example\.invalid/, { body: inspected })
        .answer(/^POST \/images\/create/, { body: '{"status":"Pulling","id":"x"}\n{"status":"Done"}\n' });
    },
    code: 0,
  },
  {
    name: 'build',
    route: /^POST \/build/,
    what: /^building/,
    argv: ['image', 'build', 'shell'],
    config: 'image:\n  run: ["true"]\n',
    script: building,
    code: 0,
  },
  {
    name: 'tag',
    route: /^POST \/images\/.*\/tag/,
    what: /^tagging/,
    argv: ['image', 'build', 'shell'],
    config: 'image:\n  run: ["true"]\n',
    script: building,
    code: 0,
  },
  {
    name: 'import',
    route: /^POST \/images\/create/,
    what: /^importing/,
    argv: [],
    script: (engine) => {
      engine.answer(/^POST \/images\/create/, { body: `{"status":"${BASE_ID}"}\n` });
    },
    call: async (endpoint, deadlines) => {
      const engine = await openEngine({ env: {}, home: '/', endpoint, deadlines });
      return engine.importImage(Readable.from([Buffer.from('tar')]), { labels: {} });
    },
    code: 0,
  },
] as const satisfies readonly Endpoint[];

export type EndpointName = (typeof endpoints)[number]['name'];

/** What came of it: the stable code and the exit code, or the exit code alone; and whether a person was warned. */
export function outcomeOf(
  endpoint: Endpoint,
  result: { readonly code: number | null; readonly stderr: string },
): string {
  const code = /^ {2}\[([A-Z_]+)\]$/m.exec(result.stderr)?.[1];
  const warned = /^sandbox: (warning: could not|\S+ stays: )/m.test(result.stderr) ? ', warned' : '';
  if (code !== undefined) return `${code} (${result.code})${warned}`;
  return `${result.code === endpoint.code ? 'as usual' : `exit ${result.code}`}${warned}`;
}

/** One call of the adapter's as if it were a command. */
export async function asCommand(work: Promise<unknown>): Promise<{ code: number; stdout: string; stderr: string }> {
  try {
    await work;
    return { code: 0, stdout: '', stderr: '' };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { code: error.exitCode, stdout: '', stderr: `  [${error.code}]\n` };
  }
}
