import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundleModel } from '../../support/model-bundle.ts';
import { openTerminal } from '../../support/pseudo-terminal.ts';
import { runProgram } from '../../support/shell.ts';

let directory: string;
let model: string;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'run-agent-'));
  model = await bundleModel(directory);
  writeFileSync(join(directory, 'script.yaml'), 'steps:\n  - say: hello\n');
});
afterAll(() => {
  rmSync(directory, { recursive: true });
});

const commandLine = (...argv: string[]): [string, ...string[]] => [
  process.execPath,
  model,
  '--script',
  join(directory, 'script.yaml'),
  '--',
  ...argv,
];

describe('the agent below the model', () => {
  test.each([
    ['exit 0', 0],
    ['exit 7', 7],
    ['kill -TERM $$', 143],
    ['kill -KILL $$', 137],
  ])('%s ends with %i', (command, code) => {
    expect(runProgram(commandLine('sh', '-c', command)).code).toBe(code);
  });

  test('has our output, and finds the model', () => {
    const ask = 'fetch(process.env.SANDBOX_MODEL_URL + "/v1/models").then((r) => r.text()).then(console.log)';
    const { stdout, stderr } = runProgram(commandLine(process.execPath, '-e', ask));
    expect(stdout, stderr).toContain('scripted');
    expect(stderr).toBe('');
  });

  test('a program that is not there', () => {
    const { code, stderr } = runProgram(commandLine('/nonexistent/codex'));
    expect(code).toBe(127);
    expect(stderr).toContain('cannot run /nonexistent/codex');
  });

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('%s is passed on', async (signal) => {
    const marker = join(directory, signal);
    const program = `trap 'exit 9' ${signal.slice(3)}; : >'${marker}'; while :; do sleep 0.05; done`;
    const [node = '', ...args] = commandLine('sh', '-c', program);
    const child = spawn(node, args, { stdio: 'ignore' });
    while (!existsSync(marker)) await sleep(20);
    child.kill(signal);
    expect(await once(child, 'exit')).toEqual([9, null]);
  });

  test('a settings file for the agent lives only as long as the agent', () => {
    writeFileSync(join(directory, 'pi'), '#!/bin/sh\ncat "$2"\n', { mode: 0o755 });
    const temporary = mkdtempSync(join(directory, 'tmp-'));
    const { stdout } = runProgram(commandLine(join(directory, 'pi')), { env: { TMPDIR: temporary } });
    expect(stdout).toContain('registerProvider');
    expect(readdirSync(temporary)).toEqual([]);
  });
});

test('in a terminal one Ctrl-C reaches the agent once', async () => {
  const program = `n=0; trap 'n=$((n+1)); echo "got $n"' INT; echo ready; while [ $n -lt 2 ]; do sleep 0.05; done; exit 4`;
  const terminal = openTerminal(commandLine('sh', '-c', program), {
    cwd: directory,
    env: { PATH: process.env['PATH'] ?? '' },
  });
  try {
    await terminal.until(/ready/);
    terminal.write('\x03');
    await terminal.until(/got 1/);
    await sleep(300);
    expect(terminal.text()).not.toContain('got 2');
    terminal.write('\x03');
    expect((await terminal.exit).exitCode).toBe(4);
  } finally {
    terminal.kill();
  }
});

test('alone, it prints its address, serves, and ends when told', async () => {
  const record = join(directory, 'record');
  const args = [model, '--script', join(directory, 'script.yaml'), '--listen', '127.0.0.1:0', '--record', record];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const answer = await fetch(`${line.toString().trim()}/v1/models`);
  expect(answer.status).toBe(200);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([143, null]);
  expect(readFileSync(record, 'utf8')).toContain('/v1/models');
});

test.each([
  [['--nope'], 64, /nope/],
  [['--script', '/nonexistent', '--', 'true'], 64, /cannot read the script/],
])('%j ends with %i and says why', (args, code, text) => {
  const result = runProgram([process.execPath, model, ...args]);
  expect(result.code).toBe(code);
  expect(result.stderr).toMatch(text);
  expect(result.stderr).not.toContain('    at ');
});
