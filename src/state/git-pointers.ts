import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../errors.ts';
import { writeFileAtomic } from './write-file-atomic.ts';

/** Workspace → common git directory, as recorded at first use. */
type Pointers = Record<string, { readonly commonDir: string; readonly dev: string; readonly ino: string }>;

export interface GitPointer {
  readonly commonDir: string;
  readonly dev: bigint;
  readonly ino: bigint;
}

/**
 * A linked worktree's `.git` file lies in the workspace, where an agent can rewrite it. The common directory it names
 * is therefore recorded at first use; another one refuses (GIT_POINTER_REFUSED) unless `confirmed` names it.
 */
export function recordGitPointer(
  state: string,
  workspace: string,
  pointer: GitPointer,
  confirmed: string | null,
): void {
  const path = join(state, 'git-pointers.json');
  const pointers = readPointers(path);
  const known = Object.hasOwn(pointers, workspace) ? pointers[workspace] : undefined;
  const next = { commonDir: pointer.commonDir, dev: String(pointer.dev), ino: String(pointer.ino) };
  if (known?.dev === next.dev && known.ino === next.ino && known.commonDir === next.commonDir) return;
  if (known !== undefined && confirmed !== pointer.commonDir) {
    throw new AppError(
      'GIT_POINTER_REFUSED',
      `${workspace}/.git names the git directory ${pointer.commonDir}; at its first session it was ${known.commonDir}`,
      `If the repository was moved, confirm it: --git-dir ${pointer.commonDir}`,
    );
  }
  writeFileAtomic(path, `${JSON.stringify({ ...pointers, [workspace]: next }, null, 1)}\n`);
}

function readPointers(path: string): Pointers {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw unusable(path, error);
  }
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Pointers;
  } catch (error) {
    throw unusable(path, error);
  }
  throw unusable(path, undefined);
}

function unusable(path: string, cause: unknown): AppError {
  return new AppError('STATE_UNUSABLE', `${path} is damaged`, 'Move it away; git directories are then recorded anew.', {
    cause,
  });
}
