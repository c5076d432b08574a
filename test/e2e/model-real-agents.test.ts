import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findAgent } from '../../src/agents/index.ts';
import type { RecordedRequest } from '../../src/model/recorder.ts';
import { bundleModel } from '../support/model-bundle.ts';
import { agentEnvironment, agentHome, realAgents } from '../support/real-agents.ts';
import { runProgram } from '../support/shell.ts';

const SCRIPT = `
steps:
  - say: I will look around.
    run: echo "marker-$((40 + 2)) $PWD"
  - write: { path: made/by model.txt, content: "it's here" }
  - say: All done here.
end: Nothing more.
`;
let bin: string;
let bundleDirectory: string;
let model: string;
let place: ReturnType<typeof agentHome>;
let script: string;
let record: string;

beforeAll(async () => {
  bin = realAgents();
  bundleDirectory = mkdtempSync(join(tmpdir(), 'model-bundle-'));
  model = await bundleModel(bundleDirectory);
});
afterAll(() => {
  rmSync(bundleDirectory, { recursive: true });
});
beforeEach(() => {
  place = agentHome();
  script = join(place.home, '..', 'script.yaml');
  record = join(place.home, '..', 'record');
  writeFileSync(script, SCRIPT);
});
afterEach(() => {
  place.remove();
});

const requests = (): RecordedRequest[] =>
  readFileSync(record, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as RecordedRequest);

/** As a session would start it: the agent's own command line and variables. */
function commandLine(name: string, args: readonly string[], unattended: boolean): [string, ...string[]] {
  const argv = findAgent(name).argv({ unattended, tty: false, args });
  return ['node', model, '--script', script, '--record', record, '--', ...argv];
}
const environment = (name: string): Record<string, string> => ({
  ...agentEnvironment(place.home, bin),
  ...findAgent(name).env(place.home, { unattended: false, tty: false }),
});
const run = (name: string, args: readonly string[], unattended: boolean) =>
  runProgram(commandLine(name, args, unattended), { env: environment(name), cwd: place.workspace });

describe.each([
  ['codex', ['exec', 'PROMPT-WORD'], '/v1/responses'],
  ['claude', ['-p', 'PROMPT-WORD'], '/v1/messages'],
  ['pi', ['-p', 'PROMPT-WORD'], '/v1/chat/completions'],
])('%s', (name, args, path) => {
  test('runs the script unattended and ends with 0', () => {
    const result = run(name, args, true);
    expect(result.stdout, result.stderr).toContain('All done here.');
    expect(result.code).toBe(0);
    expect(readFileSync(join(place.workspace, 'made/by model.txt'), 'utf8')).toBe("it's here");

    const conversation = requests().filter((request) => request.path === path);
    expect(conversation).toHaveLength(3);
    expect(JSON.stringify(conversation[0])).toContain('PROMPT-WORD');
    expect(JSON.stringify(conversation[0])).not.toContain('marker-42');
    // The second request carries the result of the first command.
    expect(JSON.stringify(conversation[1])).toContain(`marker-42 ${place.workspace}`);
  });

  test('leaves nothing outside its own directory', () => {
    expect(run(name, args, true).code).toBe(0);
    const dir = findAgent(name).config?.dir ?? '';
    expect(readdirSync(place.home).filter((entry) => ![dir, '.codex', '.cache'].includes(entry))).toEqual([]);
  });

  test('is the pinned version, with our arguments in front of --version', () => {
    const { stdout, code } = run(name, ['--version'], true);
    expect(stdout).toContain(findAgent(name).install?.version);
    expect(code).toBe(0);
  });

  test('loads a shared skill as documented', () => {
    const skill = join(place.home, '.agents/skills/alpha');
    mkdirSync(skill, { recursive: true });
    writeFileSync(join(skill, 'SKILL.md'), '---\nname: alpha\ndescription: ALPHA-WORD\n---\nBody.\n');
    expect(run(name, args, true).code).toBe(0);
    const first = JSON.stringify(requests().find((request) => request.path === path));
    expect(first.includes('ALPHA-WORD')).toBe(name !== 'claude');
  });
});

describe('codex', () => {
  const plain = (args: readonly string[], unattended: boolean) =>
    runProgram(findAgent('codex').argv({ unattended, tty: false, args }) as [string, ...string[]], {
      env: environment('codex'),
      cwd: place.workspace,
    });

  test.each([false, true])('accepts our arguments before every subcommand (unattended=%s)', (unattended) => {
    expect(plain(['login', 'status'], unattended)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Not logged in') as unknown,
    });
    expect(JSON.parse(plain(['debug', 'prompt-input', 'hi'], unattended).stdout)).toBeInstanceOf(Array);
    expect(plain(['mcp', 'list'], unattended).code).toBe(0);
  });

  test('they are settings this version knows', () => {
    const { stderr } = run('codex', ['--strict-config', 'exec', 'hi'], false);
    expect(stderr).toContain('sandbox: danger-full-access');
    expect(stderr).not.toContain('unknown configuration field');
  });
});
