import type { HostFacts } from '../host/facts.ts';

/**
 * Supplementary groups of the session: none, but for the workspace's own group when only that group lets the caller
 * write there (a team's shared directory). Pure.
 */
export function supplementaryGroups(facts: HostFacts): readonly number[] {
  const { uid, gid, mode } = facts.workspace;
  const needsGroup = uid !== facts.user.uid && gid !== facts.user.gid && (mode & 0o020) !== 0 && (mode & 0o002) === 0;
  return needsGroup && facts.user.groups.includes(gid) ? [gid] : [];
}
