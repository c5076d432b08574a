import type { PlannedMount } from '../plan/launch-plan.ts';
import type { Mount } from './mount.ts';

/**
 * The skills this program brings, one read-only bind each in the agent's own skills directory; never in `~/.agents/skills`,
 * which is the user's. Where a link is, nothing is mounted: the engine would follow it, and make directories where it
 * points. What a session may do to that directory is not prevented; what is mounted cannot be written.
 */
export const shippedSkills: Mount = {
  name: 'shipped-skills',
  plan({ agent, facts }) {
    if (agent.config === null) return { mounts: [], tmpfs: [] };
    const { names, place, link, taken } = facts.shippedSkills;
    const own = `~/${agent.config.ownSkills}`;
    if (names.length === 0) return { mounts: [], tmpfs: [] };
    if (place === 'link' || place === 'other') {
      const what = place === 'link' ? `a link to ${link ?? '?'}` : 'no directory';
      const notes = [`${own} is ${what}: the skills ${names.join(', ')} of this program are not mounted below it`];
      return { mounts: [], tmpfs: [], notes };
    }
    const free = names.filter((name) => taken[name] === undefined || taken[name] === 'skill');
    return {
      mounts: free.map((name): PlannedMount => ({
        id: `shipped-skill:${name}`,
        kind: 'shipped-skill',
        source: `${facts.dirs.program}/skills/${name}`,
        target: `${facts.user.home}/${agent.config?.ownSkills ?? ''}/${name}`,
        mode: 'ro',
        options: { type: 'directory', trust: 'ours', missing: 'require', below: 'own-config' },
      })),
      tmpfs: [],
      notes: names.flatMap((name) => {
        const what = taken[name];
        if (what === undefined) return [];
        return what === 'skill'
          ? [`your skill ${own}/${name} is hidden by the one of that name that this program brings`]
          : [
              `${own}/${name} is ${what === 'link' ? 'a link' : 'no directory'}: the skill of that name that this program brings is left out`,
            ];
      }),
    };
  },
};
