import type { Refusal, Rule } from '../judge-input.ts';

/** A `.git` that names something which does not name it back would give the session somebody else's repository (case 92). */
export const gitPointer: Rule = {
  name: 'git-pointer',
  judge({ facts: { git }, options: { gitDir } }) {
    if (git?.kind === 'mismatch') {
      const hint =
        'In the main repository run: git worktree repair. A work tree of another kind cannot be used: start in the directory that holds its git directory.';
      return { refusals: [refusal(git.reason, hint)] };
    }
    if (gitDir === null) return {};
    if (git?.kind !== 'worktree')
      return {
        refusals: [refusal(`--git-dir ${gitDir}: the workspace is no linked worktree`, 'Leave --git-dir out.')],
      };
    if (git.commonDir === gitDir) return {};
    const message = `--git-dir ${gitDir} is not the git directory of this worktree, which is ${git.commonDir}`;
    return { refusals: [refusal(message, `If that is right: --git-dir ${git.commonDir}`)] };
  },
};

function refusal(message: string, hint: string): Refusal {
  return { code: 'GIT_POINTER_REFUSED', message, hint };
}
