import type { PlannedMount } from '../plan/launch-plan.ts';

/** A mount as people know it: `the workspace /home/u/app`, `--mount /data`. */
export function describeMount({ kind, source }: Pick<PlannedMount, 'kind' | 'source'>): string {
  if (kind === 'workspace') return `the workspace ${source}`;
  if (kind === 'extra') return `--mount ${source}`;
  if (kind === 'git-worktree') return `the git directory ${source}`;
  if (kind === 'own-config') return `the agent’s configuration ${source}`;
  if (kind === 'shared-skills') return `the shared skills ${source}`;
  return source;
}
