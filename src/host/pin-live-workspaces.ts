import type { LiveWorkspace } from '../judge/judge-input.ts';
import { walkChain } from './pin-protected.ts';
import { makePlacer } from './placer.ts';

/** Adds to each running session's workspace, as its labels name it, what its path leads to now. */
export function pinLiveWorkspaces(live: readonly Omit<LiveWorkspace, 'chain' | 'places'>[]): readonly LiveWorkspace[] {
  if (live.length === 0) return [];
  const placer = makePlacer();
  return live.map((workspace) => {
    const chain = walkChain(workspace.path);
    return { ...workspace, chain, places: placer.places(chain) };
  });
}
