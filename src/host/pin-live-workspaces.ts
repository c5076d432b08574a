import type { LiveWorkspace } from '../judge/judge-input.ts';
import { locate, walk } from './pin-protected.ts';
import { placer } from './placer.ts';

/** Adds to each running session's workspace, as its labels name it, what its path leads to now. */
export function pinLiveWorkspaces(live: readonly Omit<LiveWorkspace, 'chain' | 'places'>[]): readonly LiveWorkspace[] {
  if (live.length === 0) return [];
  const walks = live.map((workspace) => ({ workspace, walked: walk(workspace.path) }));
  const place = placer();
  return walks.map(({ workspace, walked }) => ({ ...workspace, ...locate(walked, place) }));
}
