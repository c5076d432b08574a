import { realpathSync } from 'node:fs';
import type { Approvals } from '../judge/approvals.ts';
import { isInside } from '../mounts/is-inside.ts';
import type { PlannedMount } from '../plan/launch-plan.ts';
import type { HostFacts } from './facts.ts';
import type { MetLink } from './pin-source.ts';

interface CallersSource {
  readonly source: string;
  readonly options: Pick<PlannedMount['options'], 'trust'>;
}

/**
 * Which links in the path of a bind source may be followed: `~/.agents/skills` and the agent's own config directory when
 * they point into the share, and what the user approved with exactly this target.
 */
export function linkPolicy(
  plan: { readonly mounts: readonly CallersSource[] },
  facts: Pick<HostFacts, 'user' | 'dirs'>,
  approvals: Approvals,
): (link: MetLink) => boolean {
  const { home } = facts.user;
  const own = plan.mounts.filter(({ options }) => options.trust === 'caller').map(({ source }) => source);
  const spellings = own.flatMap((path) => [path, `${realpath(home)}${path.slice(home.length)}`]);
  const shares = [facts.dirs.share, realpath(facts.dirs.share)];
  return ({ path, link, target }) =>
    (spellings.includes(path) && shares.some((share) => target !== share && isInside(target, share))) ||
    approvals.links.some((approved) => approved.path === path && approved.target === link);
}

function realpath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
