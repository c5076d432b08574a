import { describeMount } from '../describe-mount.ts';
import type { Rule } from '../judge-input.ts';

const MAX_NAMES = 5;

/** Sources are bound without what is mounted below them (case 26): the person should not look for it inside. */
export const submounts: Rule = {
  name: 'submounts',
  judge: ({ plan, pins }) => ({
    notes: plan.mounts.flatMap((mount) => {
      const points = pins.get(mount.id)?.submounts ?? [];
      if (points.length === 0 || mount.options.trust === 'ours') return [];
      const more = points.length > MAX_NAMES ? ` and ${points.length - MAX_NAMES} more` : '';
      const names = points.slice(0, MAX_NAMES).join(', ');
      return [`not visible in the session, because mounted below ${describeMount(mount)}: ${names}${more}`];
    }),
  }),
};
