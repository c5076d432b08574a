import { dirname } from 'node:path';
import { findGitLayout } from './find-git-layout.ts';

/**
 * Root of the work tree that contains `cwd` (physical): the nearest `.git` upward; of a submodule, its superproject,
 * because that holds its git directory. null: none before a directory that is `tooWide` (`$HOME` and above).
 */
export function findWorkTree(cwd: string, tooWide: (directory: string) => boolean): string | null {
  for (let directory = cwd; !tooWide(directory); directory = dirname(directory)) {
    const layout = findGitLayout(directory);
    if (layout?.kind === 'submodule' && !tooWide(layout.superproject)) return layout.superproject;
    if (layout !== null) return layout.root;
    if (directory === '/') return null;
  }
  return null;
}
