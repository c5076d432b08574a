import type { HostFacts } from '../host/facts.ts';
import { isInside } from './is-inside.ts';

/**
 * Whether the workspace is the shared skills directory or lies in it. Such a workspace adds no mount of its own: the
 * session starts in the shared skills' mount, and is refused with `--skills off` (judge, rule skills-workspace).
 */
export function isSkillsWorkspace(facts: Pick<HostFacts, 'user' | 'workspace'>): boolean {
  return isInside(facts.workspace.path, `${facts.user.home}/.agents/skills`);
}
