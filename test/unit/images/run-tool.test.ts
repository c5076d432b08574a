import { expect, test } from 'vitest';
import { runTool } from '../../../src/images/run-tool.ts';

const env = { PATH: '/usr/bin:/bin' };
const never = new AbortController().signal;
const sh = (script: string, onLine: (line: string) => void = () => {}, signal = never): Promise<void> =>
  runTool('sh', ['-c', script], { env, onLine, signal });

test('both outputs, line by line', async () => {
  const lines: string[] = [];
  await sh('echo one; echo two >&2; printf three', (line) => lines.push(line));
  expect(lines.sort()).toEqual(['one', 'three', 'two']);
});

test('a failure shows the last lines', async () => {
  await expect(sh('seq 100; exit 3')).rejects.toMatchObject({
    code: 'IMAGE_BUILD_FAILED',
    message: 'sh ended with code 3',
    details: Array.from({ length: 15 }, (_, at) => String(at + 86)),
  });
});

test('a program that is not there', async () => {
  await expect(runTool('no-such-program', [], { env, onLine: () => {}, signal: never })).rejects.toMatchObject({
    code: 'IMAGE_BUILD_FAILED',
  });
});

test('cancelling ends it', async () => {
  const cancel = new AbortController();
  const started = Date.now();
  await expect(sh('echo go; exec sleep 30', () => cancel.abort(), cancel.signal)).rejects.toMatchObject({
    code: 'CANCELLED',
  });
  expect(Date.now() - started).toBeLessThan(3_000);
});
