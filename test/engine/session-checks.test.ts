import { chmodSync, copyFileSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import Docker from 'dockerode';
import { afterEach, describe, expect, it } from 'vitest';
import { runSessionChecks } from '../../battery/run.ts';
import type { CreateBody } from '../../src/engine/docker/create-options.ts';
import { bind, tmpfs } from '../unit/battery/session-fixture.ts';
import { GateContainer } from './gate-container.ts';
import type { GateOptions } from './gate-container.ts';

const docker = new Docker({ socketPath: '/var/run/docker.sock' });
const uid = process.getuid?.() === 0 ? 1000 : (process.getuid?.() ?? 1000);

let live: GateContainer | null = null;
afterEach(async () => {
  await live?.remove();
  live = null;
});

/** Ids that did not pass, of a real container started with `options`. */
async function red(options: GateOptions): Promise<readonly string[]> {
  live = await GateContainer.start(docker, { uid, ...options });
  const findings = runSessionChecks(await live.facts(), live.plan);
  return findings.filter(({ verdict }) => verdict !== 'pass').map(({ id }) => id);
}

type Mutate = NonNullable<GateOptions['mutate']>;

/** Takes a defence away from what the engine is told; the plan stays. */
const host =
  (change: (config: CreateBody['HostConfig'] & Record<string, unknown>, root: string) => void): Mutate =>
  (body, root) =>
    change(body.HostConfig, root);

const readOnly = (id: string, value: boolean): Mutate =>
  host((config, root) => {
    for (const mount of config.Mounts) if (mount.Source === `${root}/${id}`) mount.ReadOnly = value;
  });

describe('each check turns red when its defence is taken away in a real container', () => {
  const mutations: readonly [name: string, ids: readonly string[], options: GateOptions][] = [
    ['another agent’s name', ['01'], { env: ['SANDBOX_AGENT=claude'] }],
    ['no sentinel', ['01'], { env: ['IS_SANDBOX='] }],
    ['without no-new-privileges', ['02'], { mutate: host((config) => void (config.SecurityOpt = [])) }],
    [
      'another agent’s directory in the home',
      ['03', '23'],
      { mutate: host((config) => void (config.Tmpfs['/home/u/.claude'] = 'mode=0700')) },
    ],
    [
      'a second directory beside the shared skills',
      ['03', '23'],
      { mutate: host((config) => void (config.Tmpfs['/home/u/.agents/plugins'] = 'mode=0700')) },
    ],
    [
      'another agent’s directory, planned',
      ['03'],
      {
        plan: (plan) => ({
          ...plan,
          tmpfs: [...plan.tmpfs, tmpfs('x', 'parent', '/home/u/.claude', { uid, gid: uid })],
        }),
      },
    ],
    ['with the engine’s default capabilities', ['06'], { mutate: host((config) => void (config.CapDrop = [])) }],
    ['a workspace that cannot be written', ['17', '23'], { mutate: readOnly('workspace', true) }],
    [
      'a workspace that can, although it should not',
      ['17', '23'],
      {
        plan: (plan) => ({
          ...plan,
          workspace: { ...plan.workspace, mode: 'ro' },
          mounts: plan.mounts.map((mount) => (mount.id === 'workspace' ? { ...mount, mode: 'ro' as const } : mount)),
        }),
        mutate: readOnly('workspace', false),
      },
    ],
    ['a gate that can be written', ['21', '23'], { mutate: readOnly('session', false) }],
    [
      'an agent in a writable directory',
      ['21'],
      {
        env: ['PATH=/home/u/code/app:/usr/bin:/bin'],
        mutate: (_, root) => copyFileSync('/bin/sh', `${root}/workspace/codex`),
      },
    ],
    ['no such agent', ['21'], { argv: ['no-such-agent'] }],
    [
      'a bind nobody planned',
      ['23'],
      { mutate: host(({ Mounts }) => void Mounts.push({ ...Mounts[0], Source: '/var/tmp', Target: '/mnt' } as never)) },
    ],
    ['one planned mount less', ['17', '23', '24'], { mutate: host((config) => void config.Mounts.pop()) }],
    [
      'a source replaced after it was pinned',
      ['24'],
      {
        swap: (root) => {
          renameSync(`${root}/workspace`, `${root}/old`);
          mkdirSync(`${root}/workspace/src`, { recursive: true });
          chmodSync(`${root}/workspace`, 0o777);
        },
      },
    ],
    [
      'a source replaced by a link',
      ['17', '24'],
      {
        swap: (root) => {
          rmSync(`${root}/workspace`, { recursive: true });
          symlinkSync('/etc', `${root}/workspace`);
        },
      },
    ],
    ['a writable root', ['23', '25'], { mutate: host((config) => void (config.ReadonlyRootfs = false)) }],
    [
      'without the system call filter',
      ['26'],
      { mutate: host((config) => void config.SecurityOpt.push('seccomp=unconfined')) },
    ],
    ['one group more', ['27'], { mutate: host((config) => void config.GroupAdd.push('998')) }],
    ['another primary group', ['27'], { mutate: (body) => void (body.User = `${uid}:997`) }],
  ];
  it.each(mutations)('%s: %s', async (_, ids, options) => {
    expect(await red(options)).toEqual(ids);
  });
});

describe('legitimate look-alikes stay green', () => {
  it.each<[string, GateOptions]>([
    ['a terminal', { tty: true }],
    [
      'a read-only workspace',
      {
        plan: (plan) => ({
          ...plan,
          workspace: { ...plan.workspace, mode: 'ro' },
          mounts: plan.mounts.map((mount) => (mount.id === 'workspace' ? { ...mount, mode: 'ro' as const } : mount)),
        }),
      },
    ],
    [
      'a mount whose name needs escapes',
      {
        plan: (plan) => ({
          ...plan,
          mounts: [
            ...plan.mounts,
            { ...bind('extra-1', 'extra', '/srv/a b\tc\\d#é,x:y"\n', 'ro'), source: `${planRoot(plan)}/a b\tc\\d#é` },
          ],
        }),
      },
    ],
    [
      'the user’s own script in the workspace',
      {
        argv: ['./src/../tool'],
        plan: (plan) => ({
          ...plan,
          agent: 'shell',
          workspace: { ...plan.workspace, cwd: plan.workspace.target },
        }),
        env: ['SANDBOX_AGENT=shell'],
        mutate: (_, root) => copyFileSync('/bin/sh', `${root}/workspace/tool`),
      },
    ],
    [
      'a session without shared skills',
      {
        plan: (plan) => ({
          ...plan,
          mounts: plan.mounts.filter(({ id }) => id !== 'shared-skills'),
          tmpfs: plan.tmpfs.filter(({ id }) => id !== 'agents'),
        }),
      },
    ],
  ])('%s', async (_, options) => {
    expect(await red(options)).toEqual([]);
  });
});

function planRoot(plan: GateContainer['plan']): string {
  const { source = '' } = plan.mounts[0] ?? {};
  return source.slice(0, source.lastIndexOf('/'));
}
