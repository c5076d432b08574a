import { closeSync, lstatSync, readFileSync, readdirSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { pinSource } from '../../../src/host/pin-source.ts';
import { reseedConfig } from '../../../src/host/reseed-config.ts';
import { caller, tempWorld } from '../../support/temp-world.ts';

function world() {
  const made = tempWorld();
  const directory = made.directory('.c');
  const { fd } = pinSource(directory, { uid: caller.uid, expect: 'directory', allowLink: () => false });
  onTestFinished(() => closeSync(fd));
  const read = (name: string) => readFileSync(join(directory, name), 'utf8');
  return { ...made, directory, read, reseed: () => reseedConfig(fd, 'f.json', 'f.json.old', 'new') };
}

it('keeps the old bytes beside the new ones', () => {
  const { file, directory, read, reseed } = world();
  file('.c/f.json', 'old');
  expect(reseed()).toBe(true);
  expect([read('f.json'), read('f.json.old'), readdirSync(directory).sort()]).toEqual([
    'new',
    'old',
    ['f.json', 'f.json.old'],
  ]);
  expect([statSync(join(directory, 'f.json')).mode & 0o777, statSync(join(directory, 'f.json.old')).nlink]).toEqual([
    0o600, 1,
  ]);
});

it('makes it where there was none', () => {
  const { directory, read, reseed } = world();
  expect(reseed()).toBe(false);
  expect([read('f.json'), readdirSync(directory)]).toEqual(['new', ['f.json']]);
});

it('keeps a link as a link, and does not write where it leads', () => {
  const { file, link, directory, home, read, reseed } = world();
  file('victim', 'precious');
  link('.c/f.json', '../victim');
  expect(reseed()).toBe(true);
  expect(readFileSync(join(home, 'victim'), 'utf8')).toBe('precious');
  expect(lstatSync(join(directory, 'f.json')).isFile()).toBe(true);
  expect([read('f.json'), readlinkSync(join(directory, 'f.json.old'))]).toEqual(['new', '../victim']);
});

it.each([
  ['a directory in its place', '.c/f.json/x', /is a directory/],
  ['a backup of that name', '.c/f.json.old', /cannot be replaced \(EEXIST\)/],
])('changes nothing with %s', (_, taken, reason) => {
  const { file, directory, reseed } = world();
  file(taken, 'mine');
  if (taken.endsWith('.old')) file('.c/f.json', 'old');
  const before = readdirSync(directory).sort();
  expect(reseed).toThrow(reason);
  expect(readdirSync(directory).sort()).toEqual(before);
});
