import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Attachment } from '../../../src/engine/engine.ts';
import { lastOutput } from '../../../src/session/last-output.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function attached() {
  const [stdout, stderr, stdin] = [new PassThrough(), new PassThrough(), new PassThrough()];
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const attachment: Attachment = { stdin, stdout, stderr, ended, destroy: vi.fn(() => end()) };
  return { attachment, stdout, end };
}

function io(blocked = false) {
  const stdout = new PassThrough({ highWaterMark: 1 });
  if (blocked) stdout.write('too much');
  return { stdin: new PassThrough(), stdout, stderr: new PassThrough() };
}

test('ends with the stream', async () => {
  const { attachment, end } = attached();
  const done = lastOutput(attachment, io());
  await vi.advanceTimersByTimeAsync(5_000);
  end();
  await done;
  expect(attachment.destroy).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});

test('a stream that says nothing and is never closed is given up; one that still speaks is not', async () => {
  const { attachment, stdout } = attached();
  const done = lastOutput(attachment, io());
  await vi.advanceTimersByTimeAsync(9_000);
  stdout.write('still here');
  await vi.advanceTimersByTimeAsync(9_000);
  expect(attachment.destroy).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2_000);
  await done;
  expect(attachment.destroy).toHaveBeenCalledOnce();
});

test('a reader that takes its time is waited for', async () => {
  const { attachment, end } = attached();
  const done = lastOutput(attachment, io(true));
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(attachment.destroy).not.toHaveBeenCalled();
  end();
  await done;
});
