import { describe, expect, it } from 'vitest';
import { check as home } from '../../../battery/checks/03-home.ts';
import { check as workspace } from '../../../battery/checks/17-workspace.ts';
import { check as command } from '../../../battery/checks/21-command.ts';
import { check as mounts } from '../../../battery/checks/23-mounts.ts';
import { check as seccomp } from '../../../battery/checks/26-seccomp.ts';
import { check as user } from '../../../battery/checks/27-user.ts';
import { bind, fixtureFacts, fixturePlan } from './session-fixture.ts';

const plan = fixturePlan();
const facts = fixtureFacts(plan);

describe('legitimate look-alikes', () => {
  it('03: a planned name outside ASCII', () => {
    const wide = fixturePlan({ mounts: [...plan.mounts, bind('extra-1', 'extra', '/home/u/Übung', 'ro')] });
    const listings = {
      ...facts.attestation.listings,
      '/home/u': [
        ...(facts.attestation.listings['/home/u'] ?? []),
        { name: Buffer.from('Übung').toString('latin1'), type: 'd' },
      ],
    };
    expect(home.evaluate(fixtureFacts(wide, { listings }), wide).verdict).toBe('pass');
  });

  it('03: no .agents with --skills off', () => {
    const off = fixturePlan({
      mounts: plan.mounts.filter(({ id }) => id !== 'shared-skills'),
      tmpfs: plan.tmpfs.filter(({ id }) => id !== 'agents'),
    });
    const listings = {
      '/home/u': ['.codex', 'code'].map((name) => ({ name, type: 'd' })),
      '/home/u/.agents': null,
    };
    expect(home.evaluate(fixtureFacts(off, { listings }), off).verdict).toBe('pass');
  });

  it('17: a workspace inside the shared skills, which adds no mount', () => {
    const target = '/home/u/.agents/skills/alpha';
    const inside = fixturePlan({
      workspace: { source: target, target, cwd: target, mode: 'rw' },
      mounts: plan.mounts.filter(({ id }) => id !== 'workspace'),
    });
    expect(workspace.evaluate(fixtureFacts(inside), inside).verdict).toBe('pass');
  });

  it('21: only a shell may run what the user keeps in the workspace', () => {
    const resolved = '/home/u/code/app/tool';
    const own = { command: { path: resolved, resolved, writable: true, parentsWritable: true } };
    const shell = fixturePlan({ agent: 'shell', argv: ['./tool'] });
    expect(command.evaluate(fixtureFacts(shell, own), shell).verdict).toBe('pass');
    const byName = fixturePlan({ agent: 'shell', argv: ['tool'] });
    expect(command.evaluate(fixtureFacts(byName, own), byName).verdict).toBe('fail');
    expect(command.evaluate(fixtureFacts(plan, own), plan).verdict).toBe('fail');
  });

  it('23: cgroup v2, and a newer engine that masks more', () => {
    const v2 = facts.attestation.mountinfo
      .filter(({ type }) => type !== 'cgroup')
      .map((mount) =>
        mount.point === '/sys/fs/cgroup'
          ? { ...mount, type: 'cgroup2', options: ['ro', 'nosuid', 'nodev', 'noexec', 'relatime'] }
          : mount,
      );
    const masked = facts.attestation.mountinfo.filter(({ point }) => point === '/proc/keys');
    const newer = [
      ...v2,
      ...masked.map((mount) => ({ ...mount, id: 901, point: '/proc/interrupts' })),
      ...masked.map((mount) => ({
        ...mount,
        id: 902,
        point: '/sys/devices/virtual/powercap',
        root: '/',
        options: ['ro', 'relatime'],
      })),
    ];
    expect(mounts.evaluate(fixtureFacts(plan, { mountinfo: newer }), plan)).toMatchObject({ verdict: 'pass' });
  });

  it('26: reports the label where the engine has a security module, and demands one', () => {
    const engine = { ...facts.engine, securityOptions: ['name=apparmor', 'name=seccomp,profile=default'] };
    const label = (lsm: string | null): string =>
      seccomp.evaluate({ ...facts, engine, attestation: { ...facts.attestation, lsm } }, plan).verdict;
    expect(label('docker-default (enforce)')).toBe('pass');
    expect(label('unconfined')).toBe('fail');
    expect(label(null)).toBe('fail');
    const selinux = { ...facts, engine: { ...engine, securityOptions: ['name=selinux'] } };
    const on = (lsm: string): string =>
      seccomp.evaluate({ ...selinux, attestation: { ...facts.attestation, lsm } }, plan).verdict;
    expect(on('system_u:system_r:container_t:s0:c1,c2')).toBe('pass');
    expect(on('system_u:system_r:spc_t:s0')).toBe('fail');
  });

  it('27: an engine that lists the primary group too', () => {
    const status = { ...facts.attestation.status, Groups: '27 1000' };
    expect(user.evaluate(fixtureFacts(plan, { status }), plan).verdict).toBe('pass');
  });
});
