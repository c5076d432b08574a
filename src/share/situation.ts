import type { Found, ShareState } from './share-state.ts';

/** What can be the case, and what is then done. The table of docs/share.md is this list. */
export const situations = {
  'home-foreign': 'the home directory belongs to someone else: nothing is done',
  'agents-in-the-way': '`~/.agents` is a link, a file or someone else’s: left alone',
  'skills-in-the-way': '`~/.agents/skills` is a file or someone else’s: left alone; sessions refuse it',
  'skills-unknown': 'a path cannot be looked at: left alone',
  'skills-mounted': 'something is mounted on `~/.agents/skills` or in it: left alone',
  linked: '`~/.agents/skills` links to the share: nothing is done',
  'linked-bare': 'it links to the share, which has no `.agents/skills` yet: made there',
  private: 'no share, a directory of your own: nothing is done',
  'nothing-yet': 'no share, and nothing of yours: `~/.agents/skills` is made, for you alone',
  'share-gone': 'it links to the share, which is not there: left alone; sessions refuse it until the share is back',
  'other-link': 'no share, and a link elsewhere: left alone',
  'share-unusable': 'the share is a file, or someone else’s: a warning; a missing `~/.agents/skills` is made',
  'share-not-mounted':
    'nothing is mounted at `/user-terminal-config`, where the next mount would hide what was put: a warning; a missing `~/.agents/skills` is made',
  'share-read-only': 'the share cannot be written: a warning; a missing `~/.agents/skills` is made',
  'shared-in-the-way':
    'in the share, `.agents` or `.agents/skills` is a link, a file or someone else’s: a warning; the share is left alone; a missing `~/.agents/skills` is made',
  adopt: 'nothing of yours: `~/.agents/skills` becomes a link to the share',
  repoint: 'a link elsewhere, or one that dangles: it links to the share now; where it led is said, and stays as it is',
  empty: 'an empty directory of yours: replaced by a link to the share',
  populated:
    'skills of yours: those the share does not have are copied there; the whole directory stays beside as `skills.backup-TIME`; a link to the share takes its place',
} as const;

export type Situation = keyof typeof situations;

/** The one situation a state is in. */
export function classify(state: ShareState): Situation {
  const { uid, home, agents, skills } = state;
  if (isForeign(home, uid)) return 'home-foreign';
  if ([agents, skills, state.share, state.sharedAgents, state.shared].some(({ kind }) => kind === 'unknown'))
    return 'skills-unknown';
  if (isInTheWay(agents, uid)) return 'agents-in-the-way';
  if (skills.kind === 'other' || isForeign(skills, uid)) return 'skills-in-the-way';
  if (skills.kind === 'directory' && skills.mountPoint) return 'skills-mounted';
  const problem = classifyShare(state);
  if (problem === 'share-not-mounted' && leadsToShare(state) && state.shared.kind === 'directory') return 'linked';
  if (problem === 'no-share') return classifyWithoutShare(state);
  if (problem !== null && skills.kind === 'link' && leadsToShare(state) && problem === 'share-read-only')
    return 'linked';
  if (problem !== null) return problem;
  if (skills.kind === 'link') {
    if (!leadsToShare(state)) return 'repoint';
    return state.shared.kind === 'absent' ? 'linked-bare' : 'linked';
  }
  if (skills.kind !== 'directory') return 'adopt';
  return skills.empty ? 'empty' : 'populated';
}

function classifyWithoutShare({ skills, paths }: ShareState): Situation {
  if (skills.kind === 'link') return skills.text === paths.shared ? 'share-gone' : 'other-link';
  return skills.kind === 'directory' ? 'private' : 'nothing-yet';
}

function classifyShare(state: ShareState): 'no-share' | Situation | null {
  const { uid, share, sharedAgents, shared } = state;
  if (share.kind === 'absent') return 'no-share';
  if (state.mountMissing) return 'share-not-mounted';
  // Root's mount point is how such a share usually comes.
  if (share.kind !== 'directory' || (share.uid !== 0 && share.uid !== uid)) return 'share-unusable';
  if (isInTheWay(sharedAgents, uid) || isInTheWay(shared, uid)) return 'shared-in-the-way';
  const deepest = [shared, sharedAgents, share].find(({ kind }) => kind === 'directory');
  return deepest?.kind === 'directory' && deepest.writable ? null : 'share-read-only';
}

function leadsToShare({ skills, paths, sharedReal }: ShareState): boolean {
  return (
    skills.kind === 'link' && (skills.text === paths.shared || (skills.leads !== null && skills.leads === sharedReal))
  );
}

function isForeign(found: Found, uid: number): boolean {
  return found.kind === 'directory' && found.uid !== uid;
}

function isInTheWay(found: Found, uid: number): boolean {
  return found.kind === 'link' || found.kind === 'other' || isForeign(found, uid);
}
