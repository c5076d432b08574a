import type { Mount } from './mount.ts';
import { isSkillsWorkspace } from './skills-workspace.ts';

/** `~/.agents/skills`, for every agent; `--skills` says how. Read-only too when it is the workspace of a read-only session. */
export const sharedSkills: Mount = {
  name: 'shared-skills',
  plan({ facts, options }) {
    if (options.skills === 'off') return { mounts: [], tmpfs: [] };
    const path = `${facts.user.home}/.agents/skills`;
    const readOnly = options.skills === 'ro' || (options.readOnly && isSkillsWorkspace(facts));
    return {
      mounts: [
        {
          id: 'shared-skills',
          kind: 'shared-skills',
          source: path,
          target: path,
          mode: readOnly ? 'ro' : 'rw',
          options: { type: 'directory', trust: 'caller', missing: 'create' },
        },
      ],
      tmpfs: [],
    };
  },
};
