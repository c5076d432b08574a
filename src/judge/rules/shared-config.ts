import type { Rule } from '../judge-input.ts';
import { isSameObject } from '../same-object.ts';

/** Two sessions on one config directory can tread on each other: histories, settings and refreshed logins are last come, last kept. */
export const sharedConfig: Rule = {
  name: 'shared-config',
  judge({ live, pins }) {
    const pin = pins.get('own-config');
    if (pin === undefined) return {};
    const others = live.filter(({ config }) => config !== null && isSameObject(config, pin));
    return {
      notes: others.map(
        ({ session, agent, path }) =>
          `session ${session} (${agent} in ${path}) uses the same ${pin.source} at this moment`,
      ),
    };
  },
};
