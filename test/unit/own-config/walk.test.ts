import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CodeFile } from '../../../src/own-config/config-record.ts';
import { walkConfig } from '../../../src/own-config/walk-config.ts';
import type { WalkOptions } from '../../../src/own-config/walk-config.ts';
import { toBytes } from '../../../src/ui/raw-text.ts';
import { configPlace } from '../../support/config-world.ts';
import { caller, tempWorld } from '../../support/temp-world.ts';

const walk = (fd: number, options: Partial<WalkOptions> = {}) =>
  walkConfig(fd, { masks: [], code: [], data: [], credentials: [], uid: caller.uid, known: {}, ...options });

describe('walkConfig', () => {
  it('names every link, through none of them', async () => {
    const world = tempWorld();
    const { fd } = configPlace(world, 'codex');
    world.file('else/secret.sh', 'x');
    world.link('.codex/skills', '../else');
    world.link('.codex/a/loop', '.');
    const { links, code, entries, incomplete } = await walk(fd, { code: ['skills'] });
    expect([...links].sort((a, b) => (a.path < b.path ? -1 : 1))).toEqual([
      { path: 'a/loop', text: '.' },
      { path: 'skills', text: '../else' },
    ]);
    expect(code).toEqual({ skills: { link: '../else' } });
    expect({ entries, incomplete }).toEqual({ entries: 3, incomplete: null });
  });

  it('starts from the descriptor: what takes the directory’s place is not looked at', async () => {
    const world = tempWorld();
    const { fd, directory } = configPlace(world, 'codex');
    world.file('.codex/hooks/x', 'ours');
    execFileSync('mv', [directory, `${directory}.away`]);
    world.file('.codex/hooks/planted', 'theirs');
    expect(Object.keys((await walk(fd, { code: ['hooks'] })).code)).toEqual(['hooks/x']);
  });

  it('keeps every byte of a name', async () => {
    const world = tempWorld();
    const { fd, directory } = configPlace(world, 'codex');
    const names = [Buffer.from([0x61, 0xff]), Buffer.from([0x61, 0xfe]), Buffer.from('\u001b[2J\n')];
    mkdirSync(join(directory, 'hooks'));
    for (const name of names) writeFileSync(Buffer.concat([Buffer.from(`${directory}/hooks/`), name]), 'x');
    const { code } = await walk(fd, { code: ['hooks'] });
    expect(
      Object.keys(code)
        .map((path) => toBytes(path).subarray(6).toString('hex'))
        .sort(),
    ).toEqual(names.map((name) => name.toString('hex')).sort());
  });

  it('leaves out what masks hide, and data among code', async () => {
    const world = tempWorld();
    const { fd } = configPlace(world, 'codex');
    for (const path of ['tmp/a', 'hooks/a', 'hooks/data/b', 'hooks/tmp/c']) world.file(`.codex/${path}`, 'x');
    const { code, entries } = await walk(fd, { masks: ['tmp'], code: ['hooks', 'tmp'], data: ['hooks/data'] });
    expect(Object.keys(code).sort()).toEqual(['hooks/a', 'hooks/tmp/c']);
    expect(entries).toBe(7);
  });

  it.each([
    [{ entries: 3 }, 'more than 3 entries'],
    [{ depth: 3 }, 'more than 3 levels'],
  ])('says what it did not see: %j', async (limits, why) => {
    const world = tempWorld();
    const { fd } = configPlace(world, 'codex');
    world.file('.codex/a/b/c/d/e');
    expect((await walk(fd, { limits })).incomplete).toContain(why);
    expect((await walk(fd)).incomplete).toBeNull();
  });

  it('reads code once, and again whenever anything about it changed', async () => {
    const world = tempWorld();
    const { fd, directory } = configPlace(world, 'codex');
    const path = world.file('.codex/hooks/x', 'one');
    const one = (await walk(fd, { code: ['hooks'] })).code;
    // So fresh that its times prove nothing.
    expect(one['hooks/x']).toMatchObject({ ctime: 0, sha256: expect.any(String) });
    await new Promise((resolve) => setTimeout(resolve, 150));
    const settled = (await walk(fd, { code: ['hooks'] })).code;
    const forged: Record<string, CodeFile> = {
      'hooks/x': { ...settled['hooks/x'], sha256: 'f'.repeat(64) } as CodeFile,
    };
    expect((await walk(fd, { code: ['hooks'], known: forged })).code).toEqual(forged);
    const { mtime, atime } = statSync(path);
    writeFileSync(path, 'two');
    utimesSync(path, atime, mtime);
    const after = (await walk(fd, { code: ['hooks'], known: settled })).code['hooks/x'];
    expect(after).not.toMatchObject({ sha256: (settled['hooks/x'] as { sha256: string }).sha256 });
    expect(readFileSync(join(directory, 'hooks/x'), 'utf8')).toBe('two');
  });

  it('stops reading code when there is too much, and says so', async () => {
    const world = tempWorld();
    const { fd } = configPlace(world, 'codex');
    for (const name of ['a', 'b', 'c']) world.file(`.codex/hooks/${name}`, 'xx');
    for (const limits of [{ files: 2 }, { bytes: 5 }]) {
      const { code, uncompared } = await walk(fd, { code: ['hooks'], limits });
      expect(Object.values(code).filter((file) => 'sha256' in file && file.sha256 === null)).toHaveLength(1);
      expect(uncompared).toMatch(/too much/);
    }
  });

  it('waits for nothing: pipes and sockets in the place of code', async () => {
    const world = tempWorld();
    const { fd, directory } = configPlace(world, 'codex');
    mkdirSync(join(directory, 'hooks'));
    execFileSync('mkfifo', [join(directory, 'hooks/pipe')]);
    const { code } = await walk(fd, { code: ['hooks'] });
    expect(code).toEqual({ 'hooks/pipe': { special: 'no regular file' } });
  });

  it('goes on when a directory is gone meanwhile', async () => {
    const world = tempWorld();
    const { fd, directory } = configPlace(world, 'codex');
    for (let index = 0; index < 50; index++) world.file(`.codex/d${index}/x`);
    const walking = walk(fd);
    rmSync(join(directory, 'd49'), { recursive: true });
    symlinkSync('x', join(directory, 'late'));
    expect((await walking).incomplete).toBeNull();
  });
});
