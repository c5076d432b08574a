import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../src/errors.ts';
import { pinSource } from '../../../src/host/pin-source.ts';
import type { PinRules } from '../../../src/host/pin-source.ts';
import { caller, isRoot, tempWorld } from '../../support/temp-world.ts';

const rules: PinRules = { uid: caller.uid, expect: 'directory', allowLink: () => false };

function pin(path: string, changed: Partial<PinRules> = {}) {
  const result = pinSource(path, { ...rules, ...changed });
  closeSync(result.fd);
  return result;
}

function refusal(path: string, changed: Partial<PinRules> = {}): AppError {
  try {
    pin(path, changed);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error(`${path} was pinned`);
}

describe('pinSource', () => {
  it('records the whole chain, from / to the object', () => {
    const world = tempWorld();
    const path = world.directory('a/b');
    const result = pin(path);
    const real = statSync(path, { bigint: true });
    expect(result).toMatchObject({ source: path, resolved: path, dev: real.dev, ino: real.ino, uid: caller.uid });
    expect(result.chain.map((link) => link.path)).toEqual([
      '/',
      '/var',
      '/var/tmp',
      world.root,
      world.home,
      join(world.home, 'a'),
      path,
    ]);
    expect(result.chain.every(({ link }) => link === null)).toBe(true);
  });

  it('pins / itself', () => {
    expect(pin('/')).toMatchObject({ resolved: '/', chain: [{ path: '/' }] });
  });

  it('cases 8, 9: keeps the object when its path is renamed or deleted and made anew', () => {
    const world = tempWorld();
    const path = world.directory('a/b');
    const result = pinSource(path, rules);
    try {
      renameSync(join(world.home, 'a'), join(world.home, 'old'));
      world.directory('a/b');
      rmSync(join(world.home, 'old'), { recursive: true });
      expect(fstatSync(result.fd, { bigint: true }).ino).toBe(result.ino);
      expect(statSync(path, { bigint: true }).ino).not.toBe(result.ino);
    } finally {
      closeSync(result.fd);
    }
  });

  it.each([
    'a,source=b',
    'a:b',
    'a"b',
    'a\nb',
    '$(touch x)',
    '-rf',
    'a b',
    '🚀',
    "'",
    '\\',
    '\u202eevil',
    '...',
    'x'.repeat(255),
  ])('case 33: walks a directory named %j', (name) => {
    const world = tempWorld();
    const path = world.directory(`${name}/below`);
    expect(pin(path).resolved).toBe(path);
  });

  it('case 34: 200 components are fine, a path longer than the engine can take is refused, a name too long is not found', () => {
    const world = tempWorld();
    const deep = world.directory(Array.from({ length: 200 }, () => 'd').join('/'));
    expect(pin(deep).chain.length).toBe(deep.split('/').length);
    expect(refusal(join(world.home, 'x'.repeat(256)))).toMatchObject({ code: 'PATH_NOT_FOUND', exitCode: 64 });
    // Only reachable step by step: one path string cannot name it.
    const name = 'n'.repeat(250);
    let fd = openSync(world.home, constants.O_RDONLY);
    for (let count = 0; count < 20; count += 1) {
      mkdirSync(`/proc/self/fd/${fd}/${name}`);
      const next = openSync(`/proc/self/fd/${fd}/${name}`, constants.O_RDONLY);
      closeSync(fd);
      fd = next;
    }
    closeSync(fd);
    const long = join(world.home, ...Array.from({ length: 20 }, () => name));
    expect(refusal(long)).toMatchObject({ code: 'SOURCE_REFUSED', message: expect.stringContaining('4095') as string });
    execFileSync('rm', ['-rf', join(world.home, name)]);
  });

  it('names a link, its text and the real path', () => {
    const world = tempWorld();
    world.directory('real/sub');
    const link = world.link('alias', 'real');
    const error = refusal(`${link}/sub`);
    expect(error).toMatchObject({ code: 'SOURCE_LINK', exitCode: 77 });
    expect(error.message).toContain(`${link} (in ${link}/sub) is a link to real`);
    expect(error.hint).toContain(join(world.home, 'real/sub'));
  });

  it('case 16: follows what the rules allow and resolves it to the same object', () => {
    const world = tempWorld();
    const real = world.directory('real/sub');
    const link = world.link('dir/alias', '../real');
    const result = pin(`${link}/sub`, {
      allowLink: (met) => met.path === link && met.target === join(world.home, 'real'),
    });
    expect(result.resolved).toBe(real);
    expect(result.ino).toBe(pin(real).ino);
    expect(result.chain.filter((entry) => entry.link !== null)).toMatchObject([{ path: link, link: '../real' }]);
  });

  it.each(['/', '//', '/./', '/../b', '/../../a//b/.', '/sub/..'])(
    'case 16: %j behind its path is the same object',
    (tail) => {
      const world = tempWorld();
      world.directory('a/b/sub');
      const path = join(world.home, 'a/b');
      const { dev, ino, resolved } = pin(`${path}${tail}`);
      expect({ dev, ino, resolved }).toEqual({ dev: pin(path).dev, ino: pin(path).ino, resolved: path });
    },
  );

  it('asks again for every further link', () => {
    const world = tempWorld();
    const second = world.link('second', '/etc');
    const first = world.link('first', second);
    expect(refusal(first, { allowLink: ({ path }) => path === first })).toMatchObject({
      code: 'SOURCE_LINK',
      message: expect.stringContaining(`${second} (in ${first}) is a link to /etc`) as string,
    });
  });

  it('ends loops and says so for dangling links', () => {
    const world = tempWorld();
    world.link('a', 'b');
    world.link('b', 'a');
    expect(refusal(join(world.home, 'a'), { allowLink: () => true }).message).toContain('circle');
    const dangling = world.link('gone', 'nowhere');
    expect(refusal(dangling, { allowLink: () => true })).toMatchObject({ code: 'PATH_NOT_FOUND' });
  });

  it('tells apart missing, not a directory, not a file', () => {
    const world = tempWorld();
    const file = world.file('file');
    expect(refusal(join(world.home, 'gone'))).toMatchObject({ code: 'PATH_NOT_FOUND', exitCode: 64 });
    expect(refusal(file)).toMatchObject({ code: 'NOT_A_DIRECTORY', exitCode: 64 });
    expect(refusal(`${file}/below`)).toMatchObject({ code: 'NOT_A_DIRECTORY' });
    expect(refusal(world.home, { expect: 'file' })).toMatchObject({ code: 'SOURCE_REFUSED' });
    expect(pin(file, { expect: 'file' }).resolved).toBe(file);
  });

  it('does not wait for a FIFO and opens no device', () => {
    const world = tempWorld();
    const fifo = join(world.directory('d'), 'fifo');
    execFileSync('mkfifo', [fifo]);
    expect(refusal(fifo)).toMatchObject({ code: 'NOT_A_DIRECTORY' });
    expect(refusal(fifo, { expect: 'file' })).toMatchObject({ code: 'SOURCE_REFUSED' });
  });

  it('leaves no descriptor open when it refuses', () => {
    const world = tempWorld();
    const link = world.link('alias', 'real');
    const open = () => readdirSync('/proc/self/fd').length;
    const before = open();
    for (let count = 0; count < 20; count += 1) refusal(`${link}/sub`);
    expect(open()).toBe(before);
  });
});

describe.skipIf(!isRoot)('links the system made', () => {
  it('are followed for an ordinary caller when root’s directory is not writable by others', () => {
    const world = tempWorld();
    const real = world.directory(join(world.root, 'data'));
    symlinkSync('data', join(world.root, 'alias'));
    expect(pin(join(world.root, 'alias')).resolved).toBe(real);
    execFileSync('chmod', ['g+w', world.root]);
    expect(refusal(join(world.root, 'alias')).code).toBe('SOURCE_LINK');
  });

  it('are not followed when they lie in a directory of the caller', () => {
    const world = tempWorld();
    const directory = world.directory('d');
    symlinkSync('/etc', join(directory, 'alias'));
    expect(refusal(join(directory, 'alias')).code).toBe('SOURCE_LINK');
  });

  it('are only those in / when the caller is root: an agent of root’s plants root’s links', () => {
    const world = tempWorld();
    mkdirSync(join(world.root, 'data'));
    symlinkSync('data', join(world.root, 'alias'));
    expect(refusal(join(world.root, 'alias'), { uid: 0 }).code).toBe('SOURCE_LINK');
    if (lstatSync('/bin').isSymbolicLink()) expect(pin('/bin', { uid: 0 }).resolved).toBe(realpathSync('/bin'));
  });

  it('EACCES says which directory may not be entered', async () => {
    const world = tempWorld();
    const closed = world.directory('closed/inner');
    execFileSync('chmod', ['000', join(world.home, 'closed')]);
    const { runAs } = await import('../../support/run-as.ts');
    const source = `import { pinSource } from '${process.cwd()}/src/host/pin-source.ts';
      try { pinSource(${JSON.stringify(closed)}, { uid: 1000, expect: 'directory', allowLink: () => false }); }
      catch (error) { console.log(error.code + ' ' + error.message); }`;
    expect((await runAs(source, caller)).stdout).toContain(
      `SOURCE_REFUSED ${closed} cannot be used: you may not enter ${join(world.home, 'closed')}`,
    );
  });
});
