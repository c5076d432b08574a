import { LABEL, parseLabels } from '../../session/labels.ts';
import { isAlive } from '../../state/owner.ts';
import { probe } from '../probe.ts';

export const sessions = probe({
  id: 'sessions',
  title: 'sessions',
  why: 'a session whose launcher is gone holds memory until the next launch removes it',
  mend: 'sandbox launch shell -- true removes them',
  async gather(context) {
    const { engine } = await context.engine();
    const known = (await engine.listContainers(LABEL)).flatMap(({ labels }) => parseLabels(labels) ?? []);
    const own = known.filter(({ uid }) => uid === context.user.uid);
    return { live: own.filter(({ owner }) => isAlive(owner)).length, own: own.length, all: known.length };
  },
  judge: ({ live, own, all }) => ({
    state: own > live ? 'warn' : 'ok',
    found: `${live} of yours, ${own - live} without a launcher here, ${all - own} of others`,
  }),
});
