import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseMountinfo } from '../../../battery/parse-mountinfo.ts';

const line = '36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 propagate_from:2 - ext3 /dev/root rw,errors=continue';

describe('parseMountinfo', () => {
  it('reads the line of the manual page', () => {
    expect(parseMountinfo(`${line}\n`)).toEqual([
      {
        id: 36,
        parent: 35,
        device: '98:0',
        root: '/mnt1',
        point: '/mnt2',
        options: ['rw', 'noatime'],
        optional: ['master:1', 'propagate_from:2'],
        type: 'ext3',
        source: '/dev/root',
        superOptions: ['rw', 'errors=continue'],
      },
    ]);
  });

  it('decodes octal escapes, then UTF-8', () => {
    const [mount] = parseMountinfo('1 0 0:1 /a\\040b /\\011\\012\\134\\043\xc3\xa9 rw - tmpfs a\\040b rw\n');
    expect(mount).toMatchObject({ root: '/a b', point: '/\t\n\\#é', source: 'a b', optional: [] });
  });

  it('keeps an empty source', () => {
    expect(parseMountinfo('1 0 0:1 / /x rw - tmpfs  rw\n')[0]?.source).toBe('');
  });

  it.each([
    ['no final newline', line],
    ['an empty line', `${line}\n\n`],
    ['a short line', '36 35 98:0 /mnt1 /mnt2 rw - ext3 /dev/root\n'],
    ['no separator', `${line.replace(' - ', ' ')}\n`],
    ['one field too many', `${line} more\n`],
    ['a bad id', `x${line}\n`],
    ['a bad device', `${line.replace('98:0', '98')}\n`],
    ['a relative point', `${line.replace('/mnt2', 'mnt2')}\n`],
    ['a cut escape', `${line.replace('/mnt2', '/mnt\\04')}\n`],
    ['an escape that is not octal', `${line.replace('/mnt2', '/mnt\\09z')}\n`],
    ['an escape above a byte', `${line.replace('/mnt2', '/mnt\\777')}\n`],
  ])('refuses %s', (_, text) => {
    expect(() => parseMountinfo(text)).toThrow(/mountinfo/);
  });
});

describe.skipIf(process.platform !== 'linux')('against findmnt', () => {
  const columns = 'ID,PARENT,TARGET,FSROOT,FSTYPE,SOURCE,VFS-OPTIONS,FS-OPTIONS,MAJ:MIN';
  let folder = '';
  beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'mountinfo-'))));
  afterAll(() => rmSync(folder, { recursive: true }));

  function findmnt(file: string): Record<string, unknown>[] {
    const output = execFileSync('findmnt', ['-J', '-l', '-v', '-F', file, '-o', columns], { encoding: 'utf8' });
    return (JSON.parse(output) as { filesystems: Record<string, unknown>[] }).filesystems;
  }

  it.each([
    ['this machine', process.platform === 'linux' ? readFileSync('/proc/self/mountinfo', 'latin1') : ''],
    [
      'hostile names',
      '35 1 98:1 / / rw - tmpfs none rw\n' +
        '36 35 98:0 /root\\040x /p\\011\\012\\134y\\043z rw,noatime master:1 shared:2 - ext3 /dev/ro\\040ot rw,a=b\n',
    ],
  ])('reads %s alike', (_, text) => {
    const file = join(folder, 'mountinfo');
    writeFileSync(file, text, 'latin1');
    const ours = parseMountinfo(text).map((mount) => ({
      id: mount.id,
      parent: mount.parent,
      target: mount.point,
      fsroot: mount.root,
      fstype: mount.type,
      source: mount.source,
      'vfs-options': mount.options.join(','),
      'fs-options': mount.superOptions.join(','),
      'maj:min': mount.device,
    }));
    expect(findmnt(file)).toEqual(expect.arrayContaining(ours));
  });
});
