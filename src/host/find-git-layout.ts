import { lstatSync, readdirSync, realpathSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { isInside } from '../mounts/is-inside.ts';
import type { GitLayout } from './git-layout.ts';
import { decodeLine, parseGitFile } from './parse-git-file.ts';
import { readSmallFile } from './read-small-file.ts';

/** As in git: a larger `.git` file is no pointer. */
const MAX_POINTER = 1 << 20;
/** Each becomes a mount. */
const MAX_OTHERS = 64;

/**
 * What `<root>/.git` is, without running git and without following a link; null: git has nothing here. A `.git` file lies
 * where an agent can write, so what it names counts only when the other side names this work tree too.
 */
export function findGitLayout(root: string): GitLayout | null {
  const path = join(root, '.git');
  const stat = look(path);
  if (stat === null) return null;
  if (stat.isDirectory()) return { kind: 'directory', root };
  if (stat.isSymbolicLink()) return { kind: 'mismatch', root, reason: `${path} is a link` };
  // Git passes over sockets, devices and FIFOs of that name.
  if (!stat.isFile()) return null;
  const mismatch = (reason: string): GitLayout => ({ kind: 'mismatch', root, reason: `${path} ${reason}` });
  const file = readSmallFile(path, MAX_POINTER);
  if (file.kind !== 'bytes') return mismatch(file.kind === 'too-large' ? 'is larger than 1 MiB' : 'cannot be read');
  const pointer = parseGitFile(file.bytes);
  if (pointer.kind === 'bad') return mismatch(pointer.reason);
  const physical = physicalPath(root);
  if (physical === null) return mismatch('was replaced while it was read');
  const gitDir = resolve(physical, pointer.path);
  if (!isRealDirectory(gitDir))
    return mismatch(`names ${gitDir}, which is not a directory, or is reached through a link`);
  // A git directory within the work tree (`gitdir: ./.bare`) comes with it.
  if (isInside(gitDir, physical)) return { kind: 'directory', root };
  return (
    submodule(root, physical, gitDir) ??
    worktree(root, physical, gitDir) ??
    mismatch(`names ${gitDir}, which does not name ${physical}/.git in return`)
  );
}

/** `<superproject>/.git/modules/…`, or `<common>/worktrees/<n>/modules/…` when the superproject is a linked worktree. */
function submodule(root: string, physical: string, gitDir: string): GitLayout | null {
  const end = gitDir.indexOf('/.git/modules/');
  const linked = /^(.*\/worktrees\/[^/]+)\/modules\/./.exec(gitDir)?.[1];
  const superproject = end > 0 ? gitDir.slice(0, end) : linked === undefined ? null : workTreeOf(linked);
  if (superproject === null || superproject === physical || !isInside(physical, superproject)) return null;
  // An agent can write the pointer in the submodule's work tree; what it names is outside and must name that tree too.
  if (configuredWorkTree(gitDir) !== physical) return null;
  return { kind: 'submodule', root, superproject, gitDir };
}

/** `core.worktree` of the git directory's configuration, as git writes it for a submodule; null: none, or not readable. */
function configuredWorkTree(gitDir: string): string | null {
  const file = readSmallFile(join(gitDir, 'config'), MAX_POINTER);
  if (file.kind !== 'bytes') return null;
  let section = '';
  for (const line of file.bytes.toString('utf8').split('\n')) {
    section = /^\s*\[\s*([^\]]*?)\s*\]/.exec(line)?.[1]?.toLowerCase() ?? section;
    const value = /^\s*worktree\s*=\s*(.*?)\s*$/i.exec(line)?.[1];
    if (section === 'core' && value !== undefined) return resolve(gitDir, value.replace(/^"(.*)"$/, '$1'));
  }
  return null;
}

/** `<common>/worktrees/<n>`, whose files `commondir` and `gitdir` name the common directory and this work tree. */
function worktree(root: string, physical: string, gitDir: string): GitLayout | null {
  if (basename(dirname(gitDir)) !== 'worktrees' || workTreeOf(gitDir) !== physical) return null;
  const commonDir = dirname(dirname(gitDir));
  if (readPath(gitDir, 'commondir') !== commonDir) return null;
  if (look(join(commonDir, 'objects'))?.isDirectory() !== true) return null;
  const guarded: ('hooks' | 'config')[] = [];
  if (look(join(commonDir, 'hooks'))?.isDirectory() === true) guarded.push('hooks');
  if (look(join(commonDir, 'config'))?.isFile() === true) guarded.push('config');
  const others = otherWorktrees(physical, gitDir);
  const more = others.length > MAX_OTHERS;
  return { kind: 'worktree', root, commonDir, gitDir, guarded, others: others.slice(0, MAX_OTHERS), more };
}

/** The repository's other linked worktrees, sorted; without those inside this one, which are there in a session too. */
function otherWorktrees(physical: string, gitDir: string): readonly string[] {
  const place = dirname(gitDir);
  try {
    return readdirSync(place, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== basename(gitDir))
      .map(({ name }) => name)
      .filter((name) => !isInside(workTreeOf(join(place, name)) ?? '/', physical))
      .sort();
  } catch {
    return [];
  }
}

/** Git writes `<work tree>/.git` into `worktrees/<n>/gitdir`; relative since 2.48 with worktree.useRelativePaths. */
function workTreeOf(gitDir: string): string | null {
  const path = readPath(gitDir, 'gitdir');
  return path !== null && basename(path) === '.git' ? dirname(path) : null;
}

function readPath(gitDir: string, name: string): string | null {
  const file = readSmallFile(join(gitDir, name), MAX_POINTER);
  const text = file.kind === 'bytes' ? decodeLine(file.bytes) : null;
  return text === null || text === '' ? null : resolve(gitDir, text);
}

function isRealDirectory(path: string): boolean {
  return physicalPath(path) === path && look(path)?.isDirectory() === true;
}

/** null: not there, or replaced meanwhile (a link that is none any more when its text is read is an error). */
function physicalPath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

function look(path: string): Stats | null {
  try {
    return lstatSync(path);
  } catch {
    return null;
  }
}
