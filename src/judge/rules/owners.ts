import { mendCommand } from '../../ui/mend-command.ts';
import { describeMount } from '../describe-mount.ts';
import type { Refusal, Rule } from '../judge-input.ts';

/** The agent's configuration and the shared skills must be the caller's own: another owner decides what they say. */
export const owners: Rule = {
  name: 'owners',
  judge: ({ plan, pins, facts: { user } }) => ({
    refusals: plan.mounts.flatMap((mount): Refusal[] => {
      const pin = pins.get(mount.id);
      if (mount.options.trust !== 'caller' || pin === undefined || pin.uid === user.uid) return [];
      return [
        {
          code: 'SOURCE_OWNER',
          message: `${describeMount(mount)} belongs to user ${pin.uid}, not to you (${user.uid})`,
          hint: `Give it to yourself: ${mendCommand(`sudo chown -R ${user.uid}`, pin.resolved)}`,
        },
      ];
    }),
  }),
};
