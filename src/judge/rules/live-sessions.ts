import type { Refusal, Rule } from '../judge-input.ts';
import { relation } from '../relation.ts';

/**
 * A session that can write above another's workspace can swap that workspace (cases 14 and 15). The same workspace twice is
 * fine: neither contains the other's mount point.
 */
export const liveSessions: Rule = {
  name: 'live-sessions',
  judge({ live, pins, options }) {
    const pin = pins.get('workspace');
    if (pin === undefined) return {};
    const refusals: Refusal[] = [];
    const notes: string[] = [];
    for (const other of live) {
      const found = relation(pin.chain, [...other.chain, other]);
      const who = `session ${other.session} (${other.agent})`;
      if (found === null) continue;
      if (found === 'equal') {
        notes.push(`In this workspace there is also ${who}.`);
        continue;
      }
      const message = `the workspace ${pin.source} ${found === 'inside' ? 'lies in' : 'contains'} ${other.path}, the workspace of ${who}`;
      if (options.allowNested) notes.push(`${message}.`);
      else
        refusals.push({
          code: 'WORKSPACE_NESTED',
          message,
          hint: 'End that session, or accept it with --allow-nested.',
        });
    }
    return { refusals, notes };
  },
};
