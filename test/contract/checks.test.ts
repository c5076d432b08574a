import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Attestation, MountInfo } from '../../battery/attestation.ts';
import { checks } from '../../battery/checks/index.ts';
import type { LaunchPlan } from '../../src/plan/launch-plan.ts';
import type { SessionCheck } from '../../battery/check.ts';
import { fixtureFacts, fixturePlan, tmpfs } from '../unit/battery/session-fixture.ts';

/** Those on an attestation; the others have their examples in config-checks.test.ts. */
const sessionChecks = checks.filter((check): check is SessionCheck => check.stage === 'session');
const folder = readdirSync(new URL('../../battery/checks/', import.meta.url)).filter((name) => name !== 'index.ts');

/** A tampered attestation: what the check must not overlook. */
interface Red {
  readonly name: string;
  readonly plan?: Partial<LaunchPlan>;
  readonly change: (attestation: Attestation) => Partial<Attestation>;
}

const probe =
  (name: string, value: string | null) =>
  ({ probes }: Attestation): Partial<Attestation> => ({
    probes: Object.fromEntries([
      ...Object.entries(probes).filter(([key]) => key !== name),
      ...(value === null ? [] : [[name, value] as const]),
    ]),
  });
const status =
  (name: string, value: string | null) =>
  ({ status: all }: Attestation): Partial<Attestation> => ({
    status: Object.fromEntries([
      ...Object.entries(all).filter(([key]) => key !== name),
      ...(value === null ? [] : [[name, value] as const]),
    ]),
  });
const entry =
  (directory: string, name: string, type: string) =>
  ({ listings }: Attestation): Partial<Attestation> => ({
    listings: {
      ...listings,
      [directory]: [...(listings[directory] ?? []).filter((each) => each.name !== name), { name, type }],
    },
  });
const mount =
  (point: string, change: Partial<MountInfo>) =>
  ({ mountinfo }: Attestation): Partial<Attestation> => ({
    mountinfo: mountinfo.map((each) => (each.point === point ? { ...each, ...change } : each)),
  });
const extra =
  (change: Partial<MountInfo> & { point: string }) =>
  ({ mountinfo }: Attestation): Partial<Attestation> => ({
    mountinfo: [
      ...mountinfo,
      {
        id: 900,
        parent: 72,
        device: '0:1',
        root: '/',
        options: ['rw'],
        optional: [],
        type: 'ext4',
        source: 'x',
        superOptions: ['rw'],
        ...change,
      },
    ],
  });
const stat =
  (path: string, change: Record<string, string> | null) =>
  ({ stats }: Attestation): Partial<Attestation> => {
    const old = stats[path];
    return { stats: { ...stats, [path]: change === null || !old ? null : { ...old, ...change } } };
  };
const command =
  (change: Record<string, boolean> | null) =>
  ({ command: old }: Attestation): Partial<Attestation> => ({
    command: change === null || old === null ? null : { ...old, ...change },
  });

const reds: Readonly<Record<string, readonly Red[]>> = {
  '01': [
    { name: 'no sentinel', change: probe('env:IS_SANDBOX', null) },
    { name: 'another agent', change: probe('env:SANDBOX_AGENT', 'claude') },
    { name: 'another session', change: () => ({ session: 'other' }) },
  ],
  '02': [
    { name: 'off', change: status('NoNewPrivs', '0') },
    { name: 'unknown', change: status('NoNewPrivs', null) },
  ],
  '03': [
    { name: 'another agent’s directory', change: entry('/home/u', '.claude', 'd') },
    { name: 'another agent’s login file', change: entry('/home/u', '.claude.json', 'f') },
    { name: 'a name nobody planned', change: entry('/home/u', '.ssh', 'd') },
    { name: 'a planned name that is a link', change: entry('/home/u', '.codex', 'l') },
    { name: 'skills that is a file', change: entry('/home/u/.agents', 'skills', 'f') },
    { name: 'a neighbour of skills', change: entry('/home/u/.agents', 'AGENTS.md', 'f') },
    {
      name: 'a home that cannot be listed',
      change: ({ listings }) => ({ listings: { ...listings, '/home/u': null } }),
    },
    { name: 'a home that was not listed', change: () => ({ listings: {} }) },
    {
      name: 'another agent’s directory, although planned',
      plan: { tmpfs: [...fixturePlan().tmpfs, tmpfs('x', 'parent', '/home/u/.pi')] },
      change: entry('/home/u', '.pi', 'd'),
    },
  ],
  '06': [
    ...['CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb'].map((name) => ({
      name,
      change: status(name, '0000000000000400'),
    })),
    { name: 'unknown', change: status('CapAmb', null) },
  ],
  '17': [
    { name: 'cannot be written', change: probe('access:workspace:w', 'EACCES') },
    { name: 'not probed', change: probe('access:workspace:w', null) },
    { name: 'is a link', change: stat('/home/u/code/app', { type: 'l' }) },
    { name: 'no directory to start in', change: stat('/home/u/code/app/src', null) },
    { name: 'mounted with another mode', change: mount('/home/u/code/app', { options: ['ro'] }) },
    {
      name: 'writable although read-only',
      plan: { workspace: { ...fixturePlan().workspace, mode: 'ro' } },
      change: probe('access:workspace:w', 'yes'),
    },
  ],
  '21': [
    { name: 'not found', change: command(null) },
    { name: 'writable', change: command({ writable: true }) },
    { name: 'in a writable directory', change: command({ parentsWritable: true }) },
    { name: 'gate writable', change: probe('access:gate:w', 'yes') },
    { name: 'gate not probed', change: probe('access:gate-directory:w', 'unsupported') },
  ],
  '23': [
    { name: 'a foreign point', change: extra({ point: '/mnt' }) },
    { name: 'a point below the workspace', change: extra({ point: '/home/u/code/app/x' }) },
    { name: 'a point twice', change: extra({ point: '/home/u/code/app' }) },
    { name: 'an engine’s point twice', change: extra({ point: '/proc', type: 'proc' }) },
    {
      name: 'a terminal in a session without one',
      change: extra({ point: '/dev/console', type: 'devpts', root: '/0', options: ['nosuid', 'noexec'], parent: 74 }),
    },
    { name: 'the engine’s point, other file system', change: mount('/proc/sys', { type: 'tmpfs' }) },
    {
      name: 'the engine’s point, writable',
      change: mount('/proc/sys', { options: ['rw', 'nosuid', 'nodev', 'noexec'] }),
    },
    { name: 'a mask with something in it', change: mount('/proc/keys', { root: '/keys' }) },
    { name: 'a host’s file as /etc/hosts', change: mount('/etc/hosts', { root: '/etc/shadow' }) },
    { name: 'shared propagation', change: mount('/home/u/code/app', { optional: ['shared:7'] }) },
    { name: 'received propagation', change: mount('/home/u/.codex', { optional: ['master:7'] }) },
    { name: 'a shared root', change: mount('/', { optional: ['shared:1'] }) },
    { name: 'a bind with another mode', change: mount('/run/sandbox', { options: ['rw', 'relatime'] }) },
    { name: 'a tmpfs that runs setuid', change: mount('/tmp', { options: ['rw', 'nodev'] }) },
    { name: 'a home that runs nothing', change: mount('/home/u', { options: ['rw', 'nosuid', 'nodev', 'noexec'] }) },
    { name: 'a tmpfs that is a disk', change: mount('/home/u', { type: 'ext4' }) },
    { name: 'a bind under another mount', change: mount('/home/u/code/app', { parent: 72 }) },
    {
      name: 'a missing one',
      change: ({ mountinfo }) => ({ mountinfo: mountinfo.filter(({ point }) => point !== '/home/u/.codex/packages') }),
    },
  ],
  '24': [
    { name: 'another inode', change: stat('/home/u/code/app', { ino: '7' }) },
    { name: 'another device', change: stat('/home/u/.codex', { dev: '7' }) },
    { name: 'absent', change: stat('/home/u/.agents/skills', null) },
    { name: 'a link', change: stat('/etc/passwd', { type: 'l' }) },
    { name: 'a directory for a file', change: stat('/etc/passwd', { type: 'd' }) },
    { name: 'another kernel', change: () => ({ bootId: 'boot-2' }) },
    {
      name: 'not pinned',
      plan: { mounts: [...fixturePlan().mounts, { ...fixturePlan().mounts[0], id: 'new' } as LaunchPlan['mounts'][0]] },
      change: ({ stats }) => ({ stats: { ...stats, '/run/sandbox': null } }),
    },
  ],
  '25': [
    { name: 'writable mount', change: mount('/', { options: ['rw'] }) },
    { name: 'a file could be made', change: probe('create:/usr', 'yes') },
    { name: 'only permissions forbid it', change: probe('create:/etc', 'EACCES') },
    { name: 'not probed', change: probe('create:/', null) },
  ],
  '26': [
    { name: 'off', change: status('Seccomp', '0') },
    { name: 'strict mode is another thing', change: status('Seccomp', '1') },
    { name: 'no filters', change: status('Seccomp_filters', '0') },
    { name: 'unknown', change: status('Seccomp', null) },
  ],
  '27': [
    { name: 'saved uid 0', change: status('Uid', '1000\t1000\t0\t1000') },
    { name: 'effective gid', change: status('Gid', '1000\t27\t1000\t1000') },
    { name: 'a group more', change: status('Groups', '27 999') },
    { name: 'a group less', change: status('Groups', '') },
    { name: 'groups unknown', plan: { user: { ...fixturePlan().user, groups: [] } }, change: status('Groups', null) },
    { name: 'not a number', change: status('Groups', '27 x') },
  ],
};

describe('every check', () => {
  it('is listed once, in order, as the folder has it', () => {
    expect(folder).toEqual(folder.filter((name) => /^\d\d-[a-z-]+\.ts$/.test(name)).sort());
    expect(checks.map(({ id }) => id)).toEqual(folder.map((name) => name.slice(0, 2)));
    expect(new Set(checks.map(({ id }) => id)).size).toBe(checks.length);
    expect(new Set(checks.map(({ title }) => title)).size).toBe(checks.length);
  });

  it('has red examples', () => {
    expect(Object.keys(reds).sort()).toEqual(sessionChecks.map(({ id }) => id).sort());
  });

  describe.each(sessionChecks.map((check) => ({ id: check.id, check })))('$id', ({ id, check }) => {
    it('says what it is about', () => {
      expect(['fail', 'warn']).toContain(check.level);
      expect(check.title).toMatch(/^\S.{10,90}$/);
      expect(check.threat.length).toBeGreaterThan(100);
      expect(check.threat).not.toContain('\n');
    });

    it.each([
      ['a pipe', {}],
      ['a terminal', { tty: true }],
    ] as const)('is green on a session as planned, with %s', (_, changes) => {
      const plan = fixturePlan(changes);
      expect(check.evaluate(fixtureFacts(plan), plan)).toMatchObject({ verdict: 'pass' });
    });

    it.each([...(reds[id] ?? [])])('is red: $name', ({ plan: changes, change }) => {
      const plan = fixturePlan(changes);
      const facts = fixtureFacts(plan);
      const outcome = check.evaluate(
        { ...facts, attestation: { ...facts.attestation, ...change(facts.attestation) } },
        plan,
      );
      expect(outcome.verdict).toBe('fail');
      expect(outcome.expected).not.toBe('');
      expect(outcome.found).not.toBe('');
      expect(outcome.hint).toMatch(/\S/);
    });
  });
});
