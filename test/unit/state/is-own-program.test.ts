import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { isOwnProgram } from '../../../src/state/is-own-program.ts';

let top = '';
beforeAll(() => {
  top = mkdtempSync('/var/tmp/sandbox-program-');
  for (const [directory, name] of [
    ['ours', 'sandbox'],
    ['older', 'sandbox'],
    ['foreign', 'other'],
  ] as const) {
    mkdirSync(join(top, directory, 'dist'), { recursive: true });
    writeFileSync(join(top, directory, 'package.json'), JSON.stringify({ name }));
    writeFileSync(join(top, directory, 'dist/cli.js'), 'console.log(); setInterval(() => {}, 1000);');
  }
  symlinkSync('older/dist/cli.js', join(top, 'sandbox'));
});
afterAll(() => rmSync(top, { recursive: true }));

async function isOurs(program: string, words: readonly string[]): Promise<boolean> {
  const child = spawn(program, words, { cwd: top, stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  await new Promise((resolve) => child.stdout.once('data', resolve));
  return isOwnProgram(child.pid ?? 0, join(top, 'ours'));
}

describe('isOwnProgram', () => {
  it.each([
    ['ours/dist/cli.js', 'launch'],
    ['--no-warnings', 'older/dist/cli.js'],
    ['sandbox', 'detach'],
  ])('knows node %s %s', async (...words) => {
    expect(await isOurs(process.execPath, words)).toBe(true);
  });

  it.each([
    [process.execPath, 'foreign/dist/cli.js', 'ours/dist/cli.js'],
    ['sh', '-c', 'echo; sleep 60; true', 'ours/dist/cli.js'],
    ['tail', '-f', 'ours/dist/cli.js'],
  ])('is not taken in by %s %s %s', async (program, ...words) => {
    expect(await isOurs(program, words)).toBe(false);
  });

  it('says no of a process that is not there', () => {
    expect(isOwnProgram(2 ** 22 + 1, join(top, 'ours'))).toBe(false);
  });
});
