import type { PlannedMount } from '../../plan/launch-plan.ts';
import { describeMount } from '../describe-mount.ts';
import type { JudgeInput, LiveWorkspace, Refusal, Rule } from '../judge-input.ts';
import { compareObjects } from '../compare-objects.ts';

/**
 * A session that can write above another's workspace can swap that workspace (cases 14 and 15). The same workspace twice is
 * fine: neither contains the other's mount point. What `--mount` names counts where this session could write above.
 */
export const liveSessions: Rule = {
  name: 'live-sessions',
  judge(input) {
    const refusals: Refusal[] = [];
    const notes: string[] = [];
    const mounts = input.plan.mounts.filter(({ kind }) => kind === 'workspace' || kind === 'extra');
    for (const other of input.live) {
      for (const mount of mounts) {
        const said = compare(mount, other, input);
        if (said === null) continue;
        const { message, danger } = said;
        if (danger && !input.options.allowNested) {
          const hint = 'End that session, or accept it with --allow-nested.';
          refusals.push({ code: 'WORKSPACE_NESTED', message, hint });
        } else notes.push(`${message}.`);
      }
    }
    return { refusals, notes };
  },
};

function compare(mount: PlannedMount, other: LiveWorkspace, { pins }: JudgeInput) {
  const pin = pins.get(mount.id);
  if (pin === undefined) return null;
  // By the identity its labels tell too: its path may lead elsewhere by now.
  const found = compareObjects(pin, { chain: [...other.chain, other], places: other.places });
  const who = `session ${other.session} (${other.agent})`;
  if (found === null) return null;
  if (found === 'equal') {
    if (mount.kind === 'workspace') return { message: `In this workspace there is also ${who}`, danger: false };
    return { message: `${describeMount(mount)} is the workspace of ${who}`, danger: false };
  }
  return {
    message: `${describeMount(mount)} ${found === 'inside' ? 'lies in' : 'contains'} ${other.path}, the workspace of ${who}`,
    danger: mount.kind === 'workspace' || (found === 'contains' && mount.mode === 'rw'),
  };
}
