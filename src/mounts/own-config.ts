import type { PlannedTmpfs } from '../plan/launch-plan.ts';
import type { Mount } from './mount.ts';

const MASK_SIZE = 512 * 1024 * 1024;

/**
 * The launched agent's own configuration directory, and a tmpfs over each directory below it whose content the host's
 * copy of that agent would execute. Masks are executable: the agent unpacks its own helper programs there.
 */
export const ownConfig: Mount = {
  name: 'own-config',
  plan({ agent, facts }) {
    if (agent.config === null) return { mounts: [], tmpfs: [] };
    const path = `${facts.user.home}/${agent.config.dir}`;
    const masks = agent.config.masks.map((name): PlannedTmpfs => ({
      id: `mask:${name}`,
      kind: 'mask',
      target: `${path}/${name}`,
      mode: 'rw',
      exec: true,
      permissions: '0700',
      uid: facts.user.uid,
      gid: facts.user.gid,
      size: MASK_SIZE,
      inodes: 262_144,
      below: 'own-config',
    }));
    return {
      mounts: [
        {
          id: 'own-config',
          kind: 'own-config',
          source: path,
          target: path,
          mode: 'rw',
          options: { type: 'directory', trust: 'caller', missing: 'create' },
        },
      ],
      tmpfs: masks,
    };
  },
};
