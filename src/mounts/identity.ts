import type { PlannedMount } from '../plan/launch-plan.ts';
import type { Mount } from './mount.ts';
import { SESSION_PREFIX } from './session-path.ts';

/** passwd and group with the caller in them; without a passwd line Node's `os.userInfo()` throws (user report 18). */
export const identity: Mount = {
  name: 'identity',
  plan: () => ({ mounts: [file('passwd'), file('group')], tmpfs: [] }),
};

function file(name: string): PlannedMount {
  return {
    id: name,
    kind: 'identity',
    source: `${SESSION_PREFIX}${name}`,
    target: `/etc/${name}`,
    mode: 'ro',
    options: { type: 'file', trust: 'ours', missing: 'require' },
  };
}
