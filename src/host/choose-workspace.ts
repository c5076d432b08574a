import { realpathSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { AppError } from '../errors.ts';
import { isInside } from '../mounts/is-inside.ts';
import type { HostFacts } from './facts.ts';
import { findWorkTree } from './find-work-tree.ts';

/**
 * `-w` as given, else the work tree that contains the working directory, else that directory. The session starts in the
 * working directory by default, in the workspace with `-w`. Throws PATH_NOT_FOUND, NOT_A_DIRECTORY, WORKSPACE_ACCESS
 * and, for `/`, `$HOME` and what is above it, WORKSPACE_REFUSED.
 */
export function chooseWorkspace(input: {
  readonly option: string | null;
  readonly cwd: string;
  readonly home: string;
}): HostFacts['workspace'] {
  const { option, cwd, home } = input;
  const homes = [home, realpath(home)];
  const tooWide = (path: string): boolean => homes.some((directory) => isInside(directory, path));
  const chosen = option === null ? (findWorkTree(cwd, tooWide) ?? cwd) : resolve(cwd, option);
  const stat = inspect(chosen);
  if (tooWide(chosen) || tooWide(realpath(chosen))) throw refused(chosen, option !== null);
  const path = asSharedSkills(chosen, home);
  const start = option === null ? asSharedSkills(cwd, home) : path;
  return { path, start, uid: stat.uid, gid: stat.gid, mode: stat.mode };
}

/**
 * `~/.agents/skills` may be a link into the share, and the working directory is always physical. Whoever works in there
 * means the shared skills: the path is given back below `~/.agents/skills`, where the session has them.
 */
function asSharedSkills(path: string, home: string): string {
  const skills = join(home, '.agents/skills');
  const target = realpath(skills);
  return target !== skills && isInside(path, target) ? `${skills}${path.slice(target.length)}` : path;
}

function inspect(path: string): { readonly uid: number; readonly gid: number; readonly mode: number } {
  try {
    const stat = statSync(path);
    if (stat.isDirectory()) return stat;
  } catch (error) {
    throw unreachable(path, error as NodeJS.ErrnoException);
  }
  throw new AppError(
    'NOT_A_DIRECTORY',
    `The workspace is not a directory: ${path}`,
    'Name the directory that holds it.',
  );
}

function unreachable(path: string, cause: NodeJS.ErrnoException): AppError {
  if (cause.code === 'EACCES')
    return new AppError(
      'WORKSPACE_ACCESS',
      `You may not enter the workspace: ${path}`,
      'Choose a directory of yours.',
      {
        cause,
      },
    );
  const reasons: Readonly<Record<string, string>> = {
    ELOOP: 'its links lead in a circle',
    ENAMETOOLONG: 'its path is too long',
    ENOTDIR: 'a part of its path is not a directory',
  };
  const reason = reasons[cause.code ?? ''] ?? 'there is no such directory';
  return new AppError('PATH_NOT_FOUND', `The workspace cannot be used, ${reason}: ${path}`, 'Check the path.', {
    cause,
  });
}

function refused(path: string, given: boolean): AppError {
  const hint = given ? 'Name a project directory with -w DIR.' : 'cd into a project, or name one with -w DIR.';
  const message = `${path} cannot be the workspace: everything in your home, logins and keys included, would be open`;
  return new AppError('WORKSPACE_REFUSED', message, hint);
}

function realpath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
