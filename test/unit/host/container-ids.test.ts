import { describe, expect, it } from 'vitest';
import { containerIds } from '../../../src/host/container-ids.ts';
import { parseMountTable } from '../../../src/host/parse-mount-table.ts';

const ID = '0123456789abcdef'.repeat(4);
const table = (root: string, point: string) =>
  parseMountTable(`1 0 8:1 / / rw - ext4 /dev/x rw\n2 1 8:1 ${root} ${point} rw - ext4 /dev/x rw\n`);

describe('ids of the container that this process may be in', () => {
  it.each([
    ['Docker’s files', table(`/var/lib/docker/containers/${ID}/hostname`, '/etc/hostname'), '0::/\n', [ID]],
    ['a data root of its own', table(`/containers/${ID}/resolv.conf`, '/etc/resolv.conf'), '', [ID]],
    ['a control group, version 1', null, `2:pids:/docker/${ID}\n1:cpu:/docker/${ID}\n`, [ID]],
    ['a control group of systemd', null, `0::/system.slice/docker-${ID}.scope\n`, [ID]],
    [
      'a host on which containers run',
      table('/', `/var/lib/docker/containers/${ID}/mounts/shm`),
      '0::/init.scope\n',
      [],
    ],
    ['a shorter id', table('/x/0123456789abcdef/hostname', '/etc/hostname'), '1:cpu:/job/0123456789abcdef\n', []],
    ['nothing', null, '', []],
  ])('%s', (_, mounts, cgroup, ids) => {
    expect(containerIds(mounts, cgroup)).toEqual(ids);
  });
});
