import { describe, expect, it } from 'vitest';
import { parseMountTable } from '../../../src/host/parse-mount-table.ts';
import { findMount, findPlaces, findSubmounts } from '../../../src/judge/place.ts';
import type { MountTable } from '../../../src/judge/place.ts';

const table = (...lines: readonly string[]): MountTable => parseMountTable(lines.map((line) => `${line}\n`).join(''));
const rest = 'rw - ext4 /dev/x rw';

function placesOf(path: string, mounts: MountTable) {
  const mount = findMount(path, mounts);
  return mount === null ? null : findPlaces(path, mount, mounts);
}

describe('places in file systems', () => {
  const ordinary = table(
    `1 0 8:1 / / ${rest}`,
    `2 1 8:2 / /home ${rest}`,
    `3 1 8:2 /ada/.claude/projects /srv/x ${rest}`,
    `4 3 0:9 / /srv/x/deep ${rest}`,
  );

  it('are the mounted root and what lies below the mount’s point; then each point on the way down to /', () => {
    expect(placesOf('/etc/ssh', ordinary)).toEqual([{ device: '8:1', path: '/etc/ssh' }]);
    expect(placesOf('/', ordinary)).toEqual([{ device: '8:1', path: '/' }]);
    expect(placesOf('/home/ada', ordinary)).toEqual([
      { device: '8:2', path: '/ada' },
      { device: '8:1', path: '/home' },
    ]);
    expect(placesOf('/srv/x/deep/a', ordinary)).toEqual([
      { device: '0:9', path: '/a' },
      { device: '8:2', path: '/ada/.claude/projects/deep' },
      { device: '8:1', path: '/srv/x' },
    ]);
  });

  it('a btrfs subvolume is part of the root, an overlay has a device of its own', () => {
    const mounts = table(
      `1 0 0:30 /@ / rw - btrfs /dev/x rw,subvol=/@`,
      `2 1 0:30 /@home /home rw - btrfs /dev/x rw,subvol=/@home`,
      `3 1 0:77 / /mnt/merged rw - overlay overlay rw,lowerdir=/a,upperdir=/b`,
    );
    expect(placesOf('/home/ada', mounts)?.[0]).toEqual({ device: '0:30', path: '/@home/ada' });
    expect(placesOf('/mnt/merged/x', mounts)?.[0]).toEqual({ device: '0:77', path: '/x' });
  });

  it('of several mounts at one point the newest counts, which lies on the one before', () => {
    const mounts = table(
      `1 0 8:1 / / ${rest}`,
      `5 6 8:3 / /m ${rest}`,
      `6 1 8:2 / /m ${rest}`,
      `7 6 8:4 / /m/hidden ${rest}`,
      `8 5 8:5 / /m/seen ${rest}`,
    );
    expect(placesOf('/m/a', mounts)?.[0]).toEqual({ device: '8:3', path: '/a' });
    expect(placesOf('/m/hidden/a', mounts)?.[0]).toEqual({ device: '8:3', path: '/hidden/a' });
    expect(findSubmounts('/m', mounts).map(({ point }) => point)).toEqual(['/m/seen']);
    expect(findSubmounts('/', mounts).map(({ id }) => id)).toEqual([5, 8]);
    expect(findSubmounts('/m/seen', mounts)).toEqual([]);
  });

  it('a root mounted over another root is the root', () => {
    const mounts = table('1 1 0:2 / / rw - rootfs rootfs rw', `2 1 8:1 / / ${rest}`);
    expect(placesOf('/a', mounts)?.[0]).toEqual({ device: '8:1', path: '/a' });
  });

  it.each<[string, MountTable, string]>([
    ['the mounted directory was deleted', table(`1 0 8:1 / / ${rest}`, `2 1 8:1 /gone//deleted /m ${rest}`), '/m/a'],
    [
      'a mount on the way was deleted',
      table(`1 0 8:1 / / ${rest}`, `2 1 8:1 /g//deleted /m ${rest}`, `3 2 8:3 / /m/n ${rest}`),
      '/m/n',
    ],
    ['there is no root, as below a chroot', table(`2 1 8:2 / /proc ${rest}`), '/home'],
    ['there is nothing', table(), '/home'],
  ])('are unknown when %s', (_, mounts, path) => {
    expect(placesOf(path, mounts)).toBeNull();
  });
});

describe('parseMountTable (case 30)', () => {
  it('decodes octal escapes, and keeps bytes that are not UTF-8 apart', () => {
    const mounts = table(
      `1 0 8:1 / / ${rest}`,
      `2 1 8:1 /a\\040b\\012 /\\134\\043\\011 ${rest}`,
      `3 1 8:1 /\xff /\xfe ${rest}`,
    );
    expect(mounts.byId.get(2)).toMatchObject({ root: '/a b\n', point: '/\\#\t' });
    expect(mounts.byId.get(3)).toMatchObject({ root: '/\udcff', point: '/\udcfe' });
  });

  it('does not mind what a file system writes at the end of its line', () => {
    const mounts = table(
      `1 0 0:1 / /Docker/host rw,noatime - 9p C:\\134Program\\040Files rw,path=C:\\Program Files\\Docker`,
    );
    expect(mounts.byId.get(1)?.point).toBe('/Docker/host');
  });

  it.each([
    ['no final newline', `1 0 8:1 / / ${rest}`],
    ['an empty line', `1 0 8:1 / / ${rest}\n\n`],
    ['a line cut short', '1 0 8:1 / /\n'],
    ['a bad id', `x 0 8:1 / / ${rest}\n`],
    ['a bad device', `1 0 8 / / ${rest}\n`],
    ['a relative point', `1 0 8:1 / m ${rest}\n`],
    ['a malformed escape', `1 0 8:1 / /\\09z ${rest}\n`],
    ['a cut escape', `1 0 8:1 /\\04 / ${rest}\n`],
    ['an id twice', `1 0 8:1 / / ${rest}\n1 0 8:1 / /m ${rest}\n`],
  ])('refuses %s', (_, text) => {
    expect(() => parseMountTable(text)).toThrow(/mountinfo/);
  });
});
