import { createHash } from 'node:crypto';
import { isInside } from './is-inside.ts';
import type { MountContext } from './mount.ts';

/**
 * The kept cache of this workspace and agent, and where it is mounted; null: not asked for. `conflict`: what of the session
 * lies above or below that place, so that there is no cache, because nothing is mounted below another mount.
 */
export function cachePlace({
  agent,
  facts,
  options,
}: MountContext): { readonly source: string; readonly target: string; readonly conflict: string | null } | null {
  if (!options.cache) return null;
  const target = `${facts.user.home}/.cache`;
  const others = [
    facts.workspace.path,
    ...options.mounts.map((mount) => mount.target),
    ...(facts.git?.kind === 'worktree' ? [facts.git.commonDir] : []),
  ];
  const conflict = others.find((path) => isInside(path, target) || isInside(target, path)) ?? null;
  const workspace = createHash('sha256').update(facts.workspace.path).digest('hex').slice(0, 16);
  return { source: `${facts.dirs.cache}/${workspace}/${agent.name}`, target, conflict };
}
