import { describeMount } from '../describe-mount.ts';
import type { Refusal, Rule } from '../judge-input.ts';
import { compareObjects } from '../compare-objects.ts';

/** `/`, `$HOME` and what is above it are never mounted, under whatever name (cases 11 and 16). */
export const wideSources: Rule = {
  name: 'wide-sources',
  judge: ({ plan, pins, protected: { home } }) => ({
    refusals: plan.mounts.flatMap((mount): Refusal[] => {
      const pin = pins.get(mount.id);
      if (pin === undefined || mount.options.trust !== 'named') return [];
      const found = compareObjects(pin, home);
      if (found !== 'equal' && found !== 'contains') return [];
      return [
        {
          code: mount.kind === 'workspace' ? 'WORKSPACE_REFUSED' : 'SOURCE_REFUSED',
          message: `${describeMount(mount)} ${found === 'equal' ? 'is' : 'contains'} your home directory`,
          hint:
            mount.kind === 'workspace' ? 'Name a project directory with -w DIR.' : 'Mount the one directory you need.',
        },
      ];
    }),
  }),
};
