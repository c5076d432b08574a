import type { Attestation, AttestedEntry, MountInfo } from '../../battery/attestation.ts';
import type { MountProof, SessionFacts } from '../../battery/check.ts';
import type { LaunchPlan } from '../../src/plan/launch-plan.ts';
import { noConfigFacts } from '../support/no-config-facts.ts';

/** An attestation that differs from the fixture's in one thing. */
export interface Example {
  readonly name: string;
  readonly plan?: Partial<LaunchPlan>;
  readonly change: (attestation: Attestation) => Partial<Attestation>;
  /** What the host knows, where that is what differs. */
  readonly facts?: (facts: SessionFacts) => Partial<SessionFacts>;
}

export const probe =
  (name: string, value: string | null) =>
  ({ probes }: Attestation): Partial<Attestation> => ({
    probes: Object.fromEntries([
      ...Object.entries(probes).filter(([key]) => key !== name),
      ...(value === null ? [] : [[name, value] as const]),
    ]),
  });
export const status =
  (name: string, value: string | null) =>
  ({ status: all }: Attestation): Partial<Attestation> => ({
    status: Object.fromEntries([
      ...Object.entries(all).filter(([key]) => key !== name),
      ...(value === null ? [] : [[name, value] as const]),
    ]),
  });
export const entry =
  (directory: string, name: string, type: string) =>
  ({ listings }: Attestation): Partial<Attestation> => ({
    listings: {
      ...listings,
      [directory]: [...(listings[directory] ?? []).filter((each) => each.name !== name), { name, type }],
    },
  });
export const mount =
  (point: string, change: Partial<MountInfo>) =>
  ({ mountinfo }: Attestation): Partial<Attestation> => ({
    mountinfo: mountinfo.map((each) => (each.point === point ? { ...each, ...change } : each)),
  });
export const extra =
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
export const stat =
  (path: string, change: Record<string, string> | null) =>
  ({ stats }: Attestation): Partial<Attestation> => {
    const old = stats[path];
    return { stats: { ...stats, [path]: change === null || !old ? null : { ...old, ...change } } };
  };
export const command =
  (change: Record<string, boolean> | null) =>
  ({ command: old }: Attestation): Partial<Attestation> => ({
    command: change === null || old === null ? null : { ...old, ...change },
  });

export const same = (): Partial<Attestation> => ({});
export const list =
  (directory: string, names: readonly string[] | null, type = 'f') =>
  ({ listings }: Attestation): Partial<Attestation> => ({
    listings: {
      ...listings,
      [directory]: names === null ? null : names.map((name): AttestedEntry => ({ name, type })),
    },
  });
export const unlisted =
  (directory: string) =>
  ({ listings }: Attestation): Partial<Attestation> => ({
    listings: Object.fromEntries(Object.entries(listings).filter(([name]) => name !== directory)),
  });
export const env =
  (...names: string[]) =>
  ({ envNames }: Attestation): Partial<Attestation> => ({ envNames: [...envNames, ...names] });
export const namespace =
  (name: string, value: string | null) =>
  ({ namespaces }: Attestation): Partial<Attestation> => ({
    namespaces: Object.fromEntries([
      ...Object.entries(namespaces).filter(([key]) => key !== name),
      ...(value === null ? [] : [[name, value] as const]),
    ]),
  });
export const fd =
  (number: string, link: string) =>
  ({ fds }: Attestation): Partial<Attestation> => ({ fds: { ...fds, [number]: link } });
export const cgroup =
  (name: string, value: string | null) =>
  ({ cgroup: all }: Attestation): Partial<Attestation> => ({
    cgroup: Object.fromEntries([
      ...Object.entries(all).filter(([key]) => key !== name),
      ...(value === null ? [] : [[name, value] as const]),
    ]),
  });
export const container =
  (change: Partial<NonNullable<SessionFacts['container']>>) =>
  ({ container: old }: SessionFacts): Partial<SessionFacts> => ({
    container: old === null ? null : { ...old, ...change },
  });
export const superOption =
  (from: RegExp, to: string) =>
  (options: readonly string[]): readonly string[] =>
    options.map((option) => option.replace(from, to));
export const tmpfsOptions =
  (point: string, change: (options: readonly string[]) => readonly string[]) =>
  ({ mountinfo }: Attestation): Partial<Attestation> => ({
    mountinfo: mountinfo.map((each) =>
      each.point === point ? { ...each, superOptions: change(each.superOptions) } : each,
    ),
  });
export const both =
  (...changes: readonly Example['change'][]) =>
  (attestation: Attestation): Partial<Attestation> =>
    changes.reduce((all, change) => ({ ...all, ...change({ ...attestation, ...all }) }), {});
export const otherKernel = (): Partial<Attestation> => ({ bootId: 'boot-2' });

export const apparmor = ({ engine }: SessionFacts): Partial<SessionFacts> => ({
  engine: { ...engine, securityOptions: [...engine.securityOptions, 'name=apparmor'] },
});
export const proofs =
  (changes: Readonly<Record<string, MountProof>>) =>
  ({ pins }: SessionFacts): Partial<SessionFacts> => ({
    proofs: new Map([...pins.keys()].map((id) => [id, changes[id] ?? { kind: 'challenge', matches: true }])),
  });

export const named = (): Partial<SessionFacts> => ({
  ownConfig: {
    ...noConfigFacts(),
    commands: [
      { file: 'hooks.json', key: 'hooks.Stop[0].hooks[0].command', program: 'gone' },
      { file: 'config.toml', key: 'notify', program: 'there' },
    ],
  },
});
