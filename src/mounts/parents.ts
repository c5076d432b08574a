import { dirname } from 'node:path';
import type { PlannedMount, PlannedTmpfs } from '../plan/launch-plan.ts';
import { isInside } from './is-inside.ts';

const MIB = 1024 * 1024;

/**
 * One small tmpfs of the user for each directory between `$HOME` and a target that nothing else provides. Without it the
 * engine makes those directories itself, owned by root, and the agent could not write beside its own workspace.
 */
export function planParents(
  user: { readonly home: string; readonly uid: number; readonly gid: number },
  mounts: readonly PlannedMount[],
  tmpfs: readonly PlannedTmpfs[],
): readonly PlannedTmpfs[] {
  const binds = mounts.map(({ target }) => target);
  const taken = new Set([...binds, ...tmpfs.map(({ target }) => target)]);
  const missing = new Set<string>();
  for (const target of taken) {
    if (target === user.home || !isInside(target, user.home)) continue;
    for (let parent = dirname(target); parent !== user.home; parent = dirname(parent)) {
      if (!taken.has(parent) && !binds.some((bind) => isInside(parent, bind))) missing.add(parent);
    }
  }
  return [...missing].sort().map((target) => ({
    id: `parent:${target.slice(user.home.length + 1)}`,
    kind: 'parent',
    target,
    mode: 'rw',
    exec: false,
    permissions: '0700',
    uid: user.uid,
    gid: user.gid,
    size: MIB,
    inodes: 1024,
    below: null,
  }));
}
