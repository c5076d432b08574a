import type { PlannedMount } from '../plan/launch-plan.ts';
import type { Mount } from './mount.ts';

/**
 * A linked worktree's common git directory, at the same path. What host programs execute from it, `hooks` and `config`,
 * is mounted read-only over it; the mount itself cannot be renamed away, so the agent cannot step around them. So is what
 * git keeps of the repository's other worktrees: they do not exist inside, and `git worktree prune` would forget them.
 * A submodule's git directory lies in its superproject and is not mounted (DESIGN 3, git-worktree).
 */
export const gitWorktree: Mount = {
  name: 'git-worktree',
  plan({ facts, options }) {
    const { git } = facts;
    if (git?.kind === 'submodule') {
      const where = `its git directory is in ${git.superproject}`;
      return { mounts: [], tmpfs: [], notes: [`The workspace is a submodule; git will not work in it: ${where}.`] };
    }
    if (git?.kind !== 'worktree') return { mounts: [], tmpfs: [] };
    const planned = (id: string, path: string, type: 'directory' | 'file', mode: 'ro' | 'rw'): PlannedMount => ({
      id,
      kind: 'git-worktree',
      source: path,
      target: path,
      mode,
      options: { type, trust: 'named', missing: 'require' },
    });
    const parts = [
      { name: 'hooks', type: 'directory' },
      { name: 'config', type: 'file' },
    ] as const;
    const guarded = parts.filter(({ name }) => git.guarded.includes(name));
    const open = parts.filter(({ name }) => !git.guarded.includes(name)).map(({ name }) => name);
    return {
      mounts: [
        planned('git-dir', git.commonDir, 'directory', options.readOnly ? 'ro' : 'rw'),
        ...guarded.map(({ name, type }) => planned(`git-${name}`, `${git.commonDir}/${name}`, type, 'ro')),
        ...git.others.map((name) =>
          planned(`git-other:${name}`, `${git.commonDir}/worktrees/${name}`, 'directory', 'ro'),
        ),
      ],
      tmpfs: [],
      notes: [
        ...open.map((name) => `${git.commonDir}/${name} is not there to be protected; the agent could create it.`),
        ...(git.more
          ? [`${git.commonDir} has many worktrees; some are not protected from \`git worktree prune\`.`]
          : []),
      ],
    };
  },
};
