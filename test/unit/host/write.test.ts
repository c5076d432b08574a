import {
  closeSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmdirSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { BugError } from '../../../src/errors.ts';
import { createFile, makeDirectory, removeCreated } from '../../../src/host/write.ts';
import { tempWorld } from '../../support/temp-world.ts';

function opened(path: string): number {
  const fd = openSync(path, 0o10000000);
  onTestFinished(() => {
    closeSync(fd);
  });
  return fd;
}

describe('makeDirectory', () => {
  it('makes it 0700 whatever the umask, and the caller’s', () => {
    const world = tempWorld();
    const before = process.umask(0o277);
    try {
      makeDirectory(opened(world.home), 'new');
    } finally {
      process.umask(before);
    }
    expect(statSync(join(world.home, 'new')).mode & 0o7777).toBe(0o700);
    expect(statSync(join(world.home, 'new')).uid).toBe(process.geteuid?.());
  });

  it('refuses what is there already: a directory, a file, a link', () => {
    const world = tempWorld();
    const fd = opened(world.home);
    world.directory('directory');
    world.file('file');
    world.link('link', '/etc');
    for (const name of ['directory', 'file', 'link'])
      expect(() => makeDirectory(fd, name)).toThrow(expect.objectContaining({ code: 'HOST_WRITE_REFUSED' }));
  });

  it('writes into the pinned directory although its path was replaced by a link', () => {
    const world = tempWorld();
    const fd = opened(world.directory('target'));
    const decoy = world.directory('decoy');
    renameSync(join(world.home, 'target'), join(world.home, 'moved'));
    world.link('target', decoy);
    makeDirectory(fd, 'new');
    expect(lstatSync(join(world.home, 'moved/new')).isDirectory()).toBe(true);
    expect(lstatSync(join(decoy, 'new'), { throwIfNoEntry: false })).toBeUndefined();
  });

  it.each(['', '.', '..', 'a/b', '../x', 'a\0b'])('takes %j for a bug', (name) => {
    const fd = opened(tempWorld().home);
    expect(() => makeDirectory(fd, name)).toThrow(BugError);
  });
});

describe('createFile and removeCreated', () => {
  it('case 23: never writes through what somebody put there before', () => {
    const world = tempWorld();
    const fd = opened(world.home);
    const victim = world.file('victim', 'mine');
    world.link('planted', victim);
    expect(() => createFile(fd, 'planted', 'x')).toThrow(expect.objectContaining({ code: 'HOST_WRITE_REFUSED' }));
    expect(() => createFile(fd, 'victim', 'x')).toThrow(expect.objectContaining({ code: 'HOST_WRITE_REFUSED' }));
    expect(readFileSync(victim, 'utf8')).toBe('mine');
  });

  it('removes what it made, and only that', () => {
    const world = tempWorld();
    const fd = opened(world.home);
    const file = createFile(fd, 'file', 'x');
    expect(statSync(join(world.home, 'file')).mode & 0o777).toBe(0o600);
    expect(removeCreated(file)).toBe(true);
    expect(removeCreated(file)).toBe(false);

    const swapped = createFile(fd, 'file', 'x');
    renameSync(join(world.home, 'file'), join(world.home, 'kept'));
    writeFileSync(join(world.home, 'file'), 'theirs');
    expect(removeCreated(swapped)).toBe(false);
    expect(readFileSync(join(world.home, 'file'), 'utf8')).toBe('theirs');
    unlinkSync(join(world.home, 'kept'));

    const directory = makeDirectory(fd, 'directory');
    world.file('directory/theirs');
    expect(removeCreated(directory)).toBe(false);
    unlinkSync(join(world.home, 'directory/theirs'));
    expect(removeCreated(directory)).toBe(true);
    expect(() => {
      rmdirSync(join(world.home, 'directory'));
    }).toThrow('ENOENT');
  });
});
