import { copyFileSync } from 'node:fs';
import Docker from 'dockerode';
import { afterEach, describe, expect, it } from 'vitest';
import { runSessionChecks } from '../../battery/run.ts';
import { bind } from '../unit/battery/session-fixture.ts';
import { GateContainer } from './gate-container.ts';
import type { GateOptions } from './gate-container.ts';
import { mutations, uid } from './session-mutations.ts';
import type { Mutation } from './session-mutations.ts';

const docker = new Docker({ socketPath: '/var/run/docker.sock' });

let live: GateContainer | null = null;
afterEach(async () => {
  await live?.remove();
  live = null;
});

/** Ids that did not pass, of a real container started with `options`. */
async function red(options: GateOptions, more?: Mutation['facts']): Promise<readonly string[]> {
  live = await GateContainer.start(docker, { uid, ...options });
  const facts = { ...(await live.facts()), ...more?.(live.root) };
  const findings = runSessionChecks(facts, live.plan);
  return findings.filter(({ verdict }) => verdict !== 'pass').map(({ id }) => id);
}

describe('each check turns red when its defence is taken away in a real container', () => {
  it.each([...mutations])('$check: $name', async ({ check, others = [], options, facts }) => {
    expect(await red(options, facts)).toEqual([check, ...others].sort());
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
      'an agent without a configuration of its own',
      {
        plan: (plan) => ({
          ...plan,
          mounts: plan.mounts.filter(({ id }) => id !== 'own-config'),
          tmpfs: plan.tmpfs.filter(({ below }) => below === null),
        }),
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
