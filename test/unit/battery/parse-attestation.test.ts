import { describe, expect, it } from 'vitest';
import { parseAttestation } from '../../../battery/parse-attestation.ts';

const wire = {
  version: 1,
  session: 's',
  bootId: 'b',
  clock: 1.5,
  cwd: '/',
  status: 'Name:\tperl\nUid:\t1000\t1000\t1000\t1000\nGroups:\t27 \nNoNewPrivs:\t1\n',
  stats: {
    '/a\u00c3\u00a9': { dev: '65024', ino: '18446744073709551615', mode: 16832, uid: 0, gid: 0, type: 'd' },
    '/b': null,
  },
  mountinfo: '1 0 0:1 / /a\\040b rw - tmpfs none rw\n',
  envNames: ['PATH'],
  fds: { '0': 'pipe:[1]' },
  listings: { '/home/u': [{ name: '\u00ff\u001b', type: 'd' }], '/gone': null },
  cgroup: { 'pids.max': '64' },
  namespaces: { pid: 'pid:[1]' },
  lsm: null,
  command: { path: '/bin/a', resolved: '/bin/b', writable: false, parentsWritable: true },
  writablePathDirs: [],
  probes: { 'access:cwd:x': 'yes' },
};

function parse(changes: Record<string, unknown>): ReturnType<typeof parseAttestation> {
  return parseAttestation(JSON.stringify({ ...wire, ...changes }));
}

describe('parseAttestation', () => {
  it('reads the kernel’s texts, keeps large numbers and raw names', () => {
    const parsed = parse({});
    expect(parsed.status).toEqual({ Name: 'perl', Uid: '1000\t1000\t1000\t1000', Groups: '27', NoNewPrivs: '1' });
    expect(parsed.stats['/aé']?.ino).toBe('18446744073709551615');
    expect(parsed.mountinfo[0]?.point).toBe('/a b');
    expect(parsed.listings['/home/u']).toEqual([{ name: '\u00ff\u001b', type: 'd' }]);
    expect(parsed.command?.parentsWritable).toBe(true);
  });

  it('takes names of the prototype for names', () => {
    const parsed = parseAttestation(
      JSON.stringify(wire).replace('"access:cwd:x":"yes"', '"__proto__":"yes","constructor":"no"'),
    );
    expect(Object.entries(parsed.probes)).toEqual([
      ['__proto__', 'yes'],
      ['constructor', 'no'],
    ]);
  });

  it.each(Object.keys(wire))('refuses one without %s', (key) => {
    expect(() => parse({ [key]: undefined })).toThrow(`attestation.${key}`);
  });

  it.each<[string, Record<string, unknown>]>([
    ['another version', { version: 2 }],
    ['an unknown field', { more: 1 }],
    ['a number for a text', { cwd: 1 }],
    ['characters that are no bytes', { session: '\u0100' }],
    ['a clock that is text', { clock: '1' }],
    ['a double for an inode', { stats: { '/': { dev: 1, ino: 2, mode: 1, uid: 0, gid: 0, type: 'd' } } }],
    ['a stat with more', { stats: { '/': { ...wire.stats['/a\u00c3\u00a9'], size: 1 } } }],
    ['an unknown type', { listings: { '/': [{ name: 'x', type: '?' }] } }],
    ['a negative uid', { stats: { '/': { ...wire.stats['/a\u00c3\u00a9'], uid: -1 } } }],
    ['a list for a record', { fds: [] }],
    ['a record for a list', { envNames: {} }],
    ['a status without keys', { status: 'perl\n' }],
    ['a status key twice', { status: 'Uid:\t0\nUid:\t1000\n' }],
    ['mountinfo that cannot be read', { mountinfo: 'x\n' }],
    ['two names that become one', { probes: { '\u00c3\u00a9\u00ff': 'a', '\u00c3\u00a9\u00fe': 'b' } }],
    ['a command without its path', { command: { resolved: '/x', writable: false, parentsWritable: false } }],
  ])('refuses %s', (_, changes) => {
    expect(() => parse(changes)).toThrow(expect.objectContaining({ code: 'GATE_BAD_ATTESTATION' }));
  });

  it('refuses what is not JSON, and shows no raw bytes of it', () => {
    expect(() => parseAttestation('{"a":\x1b')).toThrow(/it is not JSON$/);
    expect(() => parse({ 'x\u001b': 1 })).toThrow('attestation.x\\x1b');
  });
});
