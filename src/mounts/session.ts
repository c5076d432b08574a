import type { Mount } from './mount.ts';
import { SESSION_PREFIX } from './session-path.ts';

/** `/run/sandbox`: the gate, the lease and the git configuration. Read-only. */
export const session: Mount = {
  name: 'session',
  plan: () => ({
    mounts: [
      {
        id: 'session',
        kind: 'session',
        source: `${SESSION_PREFIX}run`,
        target: '/run/sandbox',
        mode: 'ro',
        options: { type: 'directory', trust: 'ours', missing: 'require' },
      },
    ],
    tmpfs: [],
  }),
};
