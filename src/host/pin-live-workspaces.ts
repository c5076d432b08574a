import type { LiveWorkspace } from '../judge/judge-input.ts';
import { walkChain } from './pin-protected.ts';

/** Adds to each running session's workspace, as its labels name it, the chain that its path has now. */
export function pinLiveWorkspaces(live: readonly Omit<LiveWorkspace, 'chain'>[]): readonly LiveWorkspace[] {
  return live.map((workspace) => ({ ...workspace, chain: walkChain(workspace.path) }));
}
