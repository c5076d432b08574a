import type { Pin } from '../../host/pin.ts';
import type { LaunchPlan } from '../../plan/launch-plan.ts';
import { mendCommand } from '../../ui/mend-command.ts';
import type { Rule } from '../judge-input.ts';

/**
 * The session has no capabilities, root neither: what the mode bits do not give to its uid, gid and groups, it cannot do.
 * Said before the start instead of by every tool inside.
 */
export const workspaceAccess: Rule = {
  name: 'workspace-access',
  judge({ plan, pins, facts }) {
    const pin = pins.get('workspace');
    if (pin === undefined) return {};
    const bits = permissionBits(pin, plan.user);
    const notes = pin.uid === facts.user.uid ? [] : [`The workspace belongs to user ${pin.uid}, not to you.`];
    const refuse = (message: string, hint: string) => ({
      refusals: [{ code: 'WORKSPACE_ACCESS' as const, message: `the workspace ${pin.source} ${message}`, hint }],
    });
    if ((bits & 0o5) !== 0o5)
      return refuse('cannot be read by the session', `${mendCommand('chmod u+rx', pin.source)}, or choose another.`);
    if (plan.workspace.mode === 'rw' && (bits & 0o2) === 0)
      return refuse('cannot be written by the session', 'Use --read-only, or a workspace of yours.');
    return { notes };
  },
};

/** rwx as the kernel counts it without CAP_DAC_OVERRIDE: the first class that fits decides, even when it gives less. */
function permissionBits({ uid, gid, mode }: Pin, user: LaunchPlan['user']): number {
  if (uid === user.uid) return (mode >> 6) & 0o7;
  return (gid === user.gid || user.groups.includes(gid) ? mode >> 3 : mode) & 0o7;
}
