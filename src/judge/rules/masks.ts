import { coveredPlaces } from '../../mounts/covered-places.ts';
import { isInside } from '../../mounts/is-inside.ts';
import { mendCommand } from '../../ui/mend-command.ts';
import type { Refusal, Rule } from '../judge-input.ts';

/** Every directory from the agent's configuration down to a mask or a shipped skill is a real directory of the caller (DESIGN 3.3). */
export const masks: Rule = {
  name: 'masks',
  judge: ({ plan, pins, facts: { user } }) => ({
    refusals: coveredPlaces(plan).flatMap(({ pinId, below }): Refusal[] => {
      const [pin, base] = [pins.get(pinId), pins.get(below)];
      if (pin === undefined || base === undefined) return [];
      const foreign = pin.chain.find(({ path, uid }) => isInside(path, base.resolved) && uid !== user.uid);
      if (foreign === undefined) return [];
      return [
        {
          code: 'SOURCE_OWNER',
          message: `${foreign.path} belongs to user ${foreign.uid}, not to you (${user.uid})`,
          hint: `Give it to yourself: ${mendCommand(`sudo chown -R ${user.uid}`, foreign.path)}`,
        },
      ];
    }),
  }),
};
