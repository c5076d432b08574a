import type { PlannedMount } from '../../plan/launch-plan.ts';
import { describeMount } from '../describe-mount.ts';
import type { Refusal, Rule } from '../judge-input.ts';
import { compareObjects } from '../compare-objects.ts';

/**
 * No source is, contains or lies in another source: one of the two could be renamed or replaced through the other
 * (invariant I1). A common git directory's `hooks` and `config`, read-only over it, are the exception.
 */
export const nestedSources: Rule = {
  name: 'nested-sources',
  judge({ plan, pins }) {
    const mounts = plan.mounts.filter(({ options }) => options.trust !== 'ours');
    const refusals: Refusal[] = [];
    for (const [index, mount] of mounts.entries()) {
      for (const other of mounts.slice(index + 1)) {
        const [pin, otherPin] = [pins.get(mount.id), pins.get(other.id)];
        if (pin === undefined || otherPin === undefined || isDeclared(mount, other)) continue;
        const found = compareObjects(otherPin, pin);
        if (found === null) continue;
        const how = { equal: 'is the same directory as', contains: 'contains', inside: 'lies in' }[found];
        refusals.push({
          code: 'SOURCE_REFUSED',
          message: `${describeMount(other)} ${how} ${describeMount(mount)}`,
          hint: 'Mount a directory once: choose another workspace with -w DIR, or leave the --mount out.',
        });
      }
    }
    return { refusals };
  },
};

function isDeclared(a: PlannedMount, b: PlannedMount): boolean {
  return a.kind === 'git-worktree' && b.kind === 'git-worktree';
}
