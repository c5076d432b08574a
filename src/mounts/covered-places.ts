import type { LaunchPlan } from '../plan/launch-plan.ts';

/** A directory of the host, below a bind, that a mask or a shipped skill covers in the session. */
export interface CoveredPlace {
  /** Under which its pin is kept. */
  readonly pinId: string;
  /** Absolute, inside; the host's place lies as far below the source of `below`. */
  readonly target: string;
  /** Id of the bind it lies in. */
  readonly below: string;
}

/** Every target below a bind. The engine would make a missing one as root, and follow a link there (DESIGN 3.3). */
export function coveredPlaces({ mounts, tmpfs }: Pick<LaunchPlan, 'mounts' | 'tmpfs'>): readonly CoveredPlace[] {
  return [
    ...tmpfs.flatMap(({ id, target, below }) => (below === null ? [] : [{ pinId: id, target, below }])),
    ...mounts.flatMap(({ id, target, options: { below } }) =>
      below === undefined ? [] : [{ pinId: `${id}@host`, target, below }],
    ),
  ];
}
