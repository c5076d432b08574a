import type { PlannedMount, PlannedTmpfs } from '../plan/launch-plan.ts';
import { cache } from './cache.ts';
import { extra } from './extra.ts';
import { gitWorktree } from './git-worktree.ts';
import { home } from './home.ts';
import { identity } from './identity.ts';
import { managed } from './managed.ts';
import { model } from './model.ts';
import type { Mount, MountContext } from './mount.ts';
import { ownConfig } from './own-config.ts';
import { planParents } from './parents.ts';
import { session } from './session.ts';
import { sharedSkills } from './shared-skills.ts';
import { shippedSkills } from './shipped-skills.ts';
import { workspace } from './workspace.ts';

/** Every kind of mount, in the order of the plan. A new one is its file and its line here. */
export const mounts: readonly Mount[] = [
  home,
  ownConfig,
  sharedSkills,
  shippedSkills,
  workspace,
  gitWorktree,
  managed,
  identity,
  session,
  model,
  cache,
  extra,
];

/** All mounts and tmpfs of a session, in order; the parents last, since they follow from every other target. */
export function planMounts(context: MountContext): {
  readonly mounts: readonly PlannedMount[];
  readonly tmpfs: readonly PlannedTmpfs[];
  readonly notes: readonly string[];
} {
  const parts = mounts.map((mount) => mount.plan(context));
  const planned = parts.flatMap((part) => part.mounts);
  const tmpfs = parts.flatMap((part) => part.tmpfs);
  return {
    mounts: planned,
    tmpfs: [...tmpfs, ...planParents(context.facts.user, planned, tmpfs)],
    notes: parts.flatMap((part) => part.notes ?? []),
  };
}
