import type { Mount } from './mount.ts';
import { isSkillsWorkspace } from './skills-workspace.ts';

/** The workspace at its own absolute path, so that histories, worktrees and messages name the same place on both sides. */
export const workspace: Mount = {
  name: 'workspace',
  plan({ facts, options }) {
    if (isSkillsWorkspace(facts)) return { mounts: [], tmpfs: [] };
    const { path } = facts.workspace;
    return {
      mounts: [
        {
          id: 'workspace',
          kind: 'workspace',
          source: path,
          target: path,
          mode: options.readOnly ? 'ro' : 'rw',
          options: { type: 'directory', trust: 'named', missing: 'require' },
        },
      ],
      tmpfs: [],
    };
  },
};
