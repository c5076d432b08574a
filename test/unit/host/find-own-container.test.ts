import { expect, test } from 'vitest';
import { findOwnContainer } from '../../../src/host/find-own-container.ts';

const id = 'ab'.repeat(32);
const line = (root: string, point: string): string => `700 600 254:0 ${root} ${point} rw,relatime - ext4 /dev/vda rw\n`;

test('the engine’s file at /etc/hostname names the container', () => {
  expect(findOwnContainer(() => line(`/var/lib/docker/containers/${id}/hostname`, '/etc/hostname'))).toBe(id);
});

test.each([
  ['nothing is mounted there', line('/', '/')],
  ['a file of somebody’s is', line('/srv/hostname', '/etc/hostname')],
  ['it is mounted elsewhere', line(`/var/lib/docker/containers/${id}/hostname`, '/mnt/etc/hostname')],
  ['the id is none', line('/containers/../hostname', '/etc/hostname')],
])('none when %s', (_, table) => {
  expect(findOwnContainer(() => table)).toBeNull();
});

test('none without /proc', () => {
  expect(
    findOwnContainer(() => {
      throw new Error('ENOENT');
    }),
  ).toBeNull();
});
