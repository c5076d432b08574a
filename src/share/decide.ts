import type { SharePaths } from './share-state.ts';
import type { Situation } from './situation.ts';
import type { MergeVerdict } from './decide-merge.ts';

/** One thing to do. Each can be done again after it was cut off, from what then lies there. */
export type Step =
  /** A directory, 0700, unless it is there. */
  | { readonly do: 'make'; readonly path: string }
  /** Copies skills into the shared directory; each appears there whole or not at all, and over nothing. */
  | { readonly do: 'copy'; readonly names: readonly string[] }
  /** Renames the caller's directory to `skills.backup-TIME`. */
  | { readonly do: 'set-aside' }
  | { readonly do: 'remove-empty' }
  /** Makes the link; where one is there, another takes its place in one rename. */
  | { readonly do: 'link'; readonly over: 'nothing' | 'link' };

/** Situation → what to do, in order. `verdicts`: of the caller's skills; empty unless the situation is `populated`. */
export function decide(situation: Situation, paths: SharePaths, verdicts: readonly MergeVerdict[]): readonly Step[] {
  const own: Step[] = [
    { do: 'make', path: paths.agents },
    { do: 'make', path: paths.skills },
  ];
  const shared: Step[] = [
    { do: 'make', path: paths.sharedAgents },
    { do: 'make', path: paths.shared },
  ];
  switch (situation) {
    case 'nothing-yet':
      return own;
    case 'linked-bare':
      return shared;
    case 'adopt':
      return [{ do: 'make', path: paths.agents }, ...shared, { do: 'link', over: 'nothing' }];
    case 'repoint':
      return [...shared, { do: 'link', over: 'link' }];
    case 'empty':
      return [...shared, { do: 'remove-empty' }, { do: 'link', over: 'nothing' }];
    case 'populated': {
      const names = verdicts.filter(({ verdict }) => verdict === 'new').map(({ name }) => name);
      return [...shared, { do: 'copy', names }, { do: 'set-aside' }, { do: 'link', over: 'nothing' }];
    }
    case 'agents-in-the-way':
    case 'home-foreign':
    case 'linked':
    case 'other-link':
    case 'private':
    case 'share-gone':
    case 'share-not-mounted':
    case 'share-read-only':
    case 'share-unusable':
    case 'shared-in-the-way':
    case 'skills-in-the-way':
    case 'skills-mounted':
    case 'skills-unknown':
      return [];
  }
}

/** What is done for a caller without `~/.agents/skills` when the share cannot be used: sessions need the directory. */
export function decideWithoutShare(paths: SharePaths): readonly Step[] {
  return decide('nothing-yet', paths, []);
}
