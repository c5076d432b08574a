/**
 * How git sees a directory, found without running git.
 * `root` is the work tree's top: the directory that holds `.git`.
 */
export type GitLayout =
  | { readonly kind: 'directory'; readonly root: string }
  /** A linked worktree whose pointers agree both ways, without links. */
  | {
      readonly kind: 'worktree';
      readonly root: string;
      readonly commonDir: string;
      readonly gitDir: string;
      /** Which of the common directory's `hooks` (a real directory) and `config` (a real file) exist: mounted read-only. */
      readonly guarded: readonly ('hooks' | 'config')[];
      /** Names in `<common>/worktrees` of those whose work tree is not below `root`: mounted read-only, at most MAX_OTHERS. */
      readonly others: readonly string[];
      /** Some of them were left out. */
      readonly more: boolean;
    }
  /** A submodule; `superproject` is the work tree whose `.git/modules` holds its git dir. */
  | { readonly kind: 'submodule'; readonly root: string; readonly superproject: string; readonly gitDir: string }
  /** A `.git` that names something it should not; `reason` is for people. */
  | { readonly kind: 'mismatch'; readonly root: string; readonly reason: string };
