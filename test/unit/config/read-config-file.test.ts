import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readConfigFile } from '../../../src/host/read-config-file.ts';
import { caller, isRoot, tempWorld } from '../../support/temp-world.ts';

const rules = { owners: [caller.uid, 0], gid: caller.gid, workspace: '/nowhere' };
const refused = expect.objectContaining({ code: 'CONFIG_UNREADABLE' }) as Error;

describe('a configuration file', () => {
  it('is read, or is not there', () => {
    const world = tempWorld();
    const path = world.file('.config/sandbox/config.yaml', 'a: ü');
    expect(readConfigFile(path, rules)).toBe('a: ü');
    expect(readConfigFile(`${path}x`, rules)).toBeNull();
    expect(readConfigFile(`${path}/config.yaml`, rules)).toBeNull();
  });

  it.each([
    ['written by everyone', 0o666],
    ['unreadable to others, written by everyone', 0o602],
  ])('that can be %s is refused', (_, mode) => {
    const world = tempWorld();
    const path = world.file('c/config.yaml', '');
    chmodSync(path, mode);
    expect(() => readConfigFile(path, rules)).toThrow(refused);
  });

  it('of umask 002 is fine, of another group is not', () => {
    const world = tempWorld();
    const path = world.file('c/config.yaml', 'x');
    chmodSync(path, 0o664);
    expect(readConfigFile(path, rules)).toBe('x');
    expect(() => readConfigFile(path, { ...rules, gid: caller.gid + 1 })).toThrow(refused);
  });

  it('in a directory that others can write is refused', () => {
    const world = tempWorld();
    const path = world.file('c/config.yaml', '');
    chmodSync(`${world.home}/c`, 0o777);
    expect(() => readConfigFile(path, rules)).toThrow(refused);
  });

  it.runIf(isRoot)('of somebody else is refused', () => {
    const world = tempWorld();
    const path = world.file('c/config.yaml', '');
    chownSync(path, 4242, 4242);
    expect(() => readConfigFile(path, rules)).toThrow(refused);
    expect(() => readConfigFile(world.file('d/config.yaml'), { ...rules, owners: [0] })).toThrow(refused);
  });

  it('that is a link, a directory or a FIFO is refused; its directory may be a link', () => {
    const world = tempWorld();
    const real = world.file('dotfiles/config.yaml', 'x');
    expect(() => readConfigFile(world.link('c/config.yaml', real), rules)).toThrow(refused);
    expect(() => readConfigFile(world.directory('d/config.yaml'), rules)).toThrow(refused);
    execFileSync('mkfifo', [`${world.directory('e')}/config.yaml`]);
    expect(() => readConfigFile(`${world.home}/e/config.yaml`, { ...rules, owners: [caller.uid, 0] })).toThrow(refused);
    world.link('linked', 'dotfiles');
    expect(readConfigFile(`${world.home}/linked/config.yaml`, rules)).toBe('x');
  });

  it('in the workspace is refused, also behind a link', () => {
    const world = tempWorld();
    world.file('work/config.yaml', 'x');
    world.link('linked', 'work');
    const workspace = `${world.home}/work`;
    for (const place of ['work', 'linked'])
      expect(() => readConfigFile(`${world.home}/${place}/config.yaml`, { ...rules, workspace })).toThrow(refused);
  });

  it('that is huge, or not text, is refused', () => {
    const world = tempWorld();
    expect(() => readConfigFile(world.file('c/config.yaml', 'x'.repeat(300_000)), rules)).toThrow(refused);
    expect(() => readConfigFile(world.file('d/config.yaml', '\udc80'), rules)).not.toThrow();
    execFileSync('sh', ['-c', 'printf "\\377" > "$1"', 'sh', world.file('e/config.yaml')]);
    expect(() => readConfigFile(`${world.home}/e/config.yaml`, rules)).toThrow(refused);
  });
});
