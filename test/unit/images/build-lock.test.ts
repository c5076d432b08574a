import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withBuildLock } from '../../../src/images/build-lock.ts';
import { currentOwner } from '../../../src/state/owner.ts';

let dir: string;
let lock: string;
const never = new AbortController().signal;

beforeEach(() => {
  dir = join(mkdtempSync(join(tmpdir(), 'sandbox-lock-')), 'state');
  lock = join(dir, 'image-build.lock');
});
afterEach(() => rmSync(join(dir, '..'), { recursive: true, force: true }));

test('one after the other; the second is told once whom it waits for', async () => {
  const events: string[] = [];
  const work = (name: string) => async () => {
    events.push(`${name} in`);
    await new Promise((resolve) => setTimeout(resolve, 300));
    events.push(`${name} out`);
  };
  const onWait = (pid: number): void => void events.push(`wait ${pid}`);
  await Promise.all([withBuildLock(dir, never, onWait, work('a')), withBuildLock(dir, never, onWait, work('b'))]);
  expect(events).toEqual(['a in', `wait ${process.pid}`, 'a out', 'b in', 'b out']);
  expect(readdirSync(dir)).toEqual([]);
});

test('given back when the work fails', async () => {
  const failing = withBuildLock(
    dir,
    never,
    () => {},
    () => Promise.reject(new Error('no')),
  );
  await expect(failing).rejects.toThrow('no');
  expect(existsSync(lock)).toBe(false);
});

test.each([
  ['a dead process', { ...currentOwner(), start: '1' }],
  ['another boot', { ...currentOwner(), bootId: 'earlier' }],
  ['nothing that can be read', 'x'],
])('a lock of %s is taken over', async (_, owner) => {
  await withBuildLock(
    dir,
    never,
    () => {},
    async () => {},
  );
  writeFileSync(lock, JSON.stringify(owner));
  let waited = false;
  const runs = await Promise.all(
    [1, 2, 3].map((number) =>
      withBuildLock(
        dir,
        never,
        () => (waited = true),
        async () => number,
      ),
    ),
  );
  expect(runs).toEqual([1, 2, 3]);
  expect(waited || readdirSync(dir).length === 0).toBe(true);
  expect(readdirSync(dir)).toEqual([]);
});

test('waiting can be cancelled, and leaves the other’s lock', async () => {
  await withBuildLock(
    dir,
    never,
    () => {},
    async () => {
      const cancel = new AbortController();
      const waiting = withBuildLock(
        dir,
        cancel.signal,
        () => cancel.abort(),
        async () => {},
      );
      await expect(waiting).rejects.toMatchObject({ code: 'CANCELLED' });
      expect(readdirSync(dir)).toEqual(['image-build.lock']);
    },
  );
});

test('no place for it is an error that says so', async () => {
  writeFileSync(join(dir, '..', 'file'), '');
  const locked = withBuildLock(
    join(dir, '..', 'file', 'state'),
    never,
    () => {},
    async () => {},
  );
  await expect(locked).rejects.toMatchObject({ code: 'STATE_UNUSABLE' });
});
