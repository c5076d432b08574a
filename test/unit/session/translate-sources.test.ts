import { describe, expect, it } from 'vitest';
import { AppError } from '../../../src/errors.ts';
import { parseMountTable } from '../../../src/host/parse-mount-table.ts';
import { explainMissingSource, translateSources } from '../../../src/session/translate-sources.ts';
import type { OuterMount } from '../../../src/engine/engine.ts';
import { fixturePlan } from '../battery/session-fixture.ts';

const ID = 'a'.repeat(64);
const plan = { ...fixturePlan(), mounts: fixturePlan().mounts.filter(({ id }) => id === 'workspace') };
const pins = new Map([['workspace', { resolved: '/w/app' }]]);
const table = (...lines: readonly string[]) =>
  parseMountTable(['1 0 0:50 / / rw - overlay overlay rw', ...lines].map((line) => `${line}\n`).join(''));
const workspace = '2 1 8:1 /home/ada/code /w rw - ext4 /dev/x rw';
const bind = { source: '/home/ada/code', target: '/w', writable: true };

function translate(
  known: readonly OuterMount[] | null,
  lines: readonly string[] = [workspace],
  { inside = true, ids = [ID], endpoint = 'unix:///nowhere/docker.sock' } = {},
) {
  const engine = { endpoint, containerMounts: () => Promise.resolve(known) };
  return translateSources({ plan, pins, engine, clues: { ids, inside, table: table(...lines) } });
}

const refused = { code: 'SOURCE_UNTRANSLATABLE' };

describe('translateSources (case 25)', () => {
  it('names the engine’s own path of what it mounted here', async () => {
    expect(await translate([bind])).toEqual(new Map([['workspace', '/home/ada/code/app']]));
  });

  it('leaves paths alone beside an engine that sees the same files', async () => {
    expect(await translate(null)).toBeNull();
    expect(await translate([bind], [workspace], { ids: [] })).toBeNull();
  });

  it('does not take a container for its own that has a mount which is not here', async () => {
    expect(await translate([bind, { ...bind, target: '/other' }])).toBeNull();
  });

  it.each<[string, readonly OuterMount[], readonly string[]]>([
    ['the container’s own file system', [], []],
    ['a mount without a source', [{ ...bind, source: '' }], [workspace]],
    ['what is mounted read-only here', [{ ...bind, writable: false }], [workspace]],
    ['a mount that the engine did not make', [bind], [workspace, '3 2 0:9 / /w/app rw - tmpfs tmpfs rw']],
    ['a mount that another one covers', [bind], [workspace, '3 2 0:9 / /w rw - tmpfs tmpfs rw']],
  ])('refuses %s', async (_, mounts, lines) => {
    await expect(translate(mounts, lines)).rejects.toMatchObject(refused);
  });

  it.each([
    ['the socket is a mount of its own', '4 1 0:20 /docker.sock /nowhere/docker.sock rw - tmpfs tmpfs rw', false],
    ['the socket lies in a directory from outside', '4 1 8:1 /shared /nowhere rw - ext4 /dev/x rw', true],
  ])('refuses an engine that does not know this container when %s', async (_, line, inside) => {
    await expect(translate(null, [workspace, line], { inside })).rejects.toMatchObject(refused);
  });

  it('a source that the engine misses, and that is there, is one it does not see', () => {
    const missing = new AppError('ENGINE_FAILED', 'invalid mount config: bind source path does not exist: /w', '');
    expect(explainMissingSource(missing)).toMatchObject(refused);
    const other = new AppError('ENGINE_FAILED', 'something else', '');
    expect(explainMissingSource(other)).toBe(other);
  });
});
