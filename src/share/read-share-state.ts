import { accessSync, constants, lstatSync, opendirSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { readMountTable } from '../host/read-mount-table.ts';
import { isInside } from '../mounts/is-inside.ts';
import type { Found, ShareState } from './share-state.ts';

/**
 * Looks at `~/.agents/skills` and at the share; changes nothing and follows no link. What could not be looked at says so.
 *
 * @param home the caller's home, absolute
 * @param share the share's directory (`facts.dirs.share`), absolute
 * @param usual where the share is by itself, and must be a mount point; elsewhere (`SANDBOX_SHARE`) any directory is one
 */
export function readShareState(
  home: string,
  share: string,
  uid: number,
  usual: string = '/user-terminal-config',
): ShareState {
  const points = [...(readMountTable()?.byId.values() ?? [])].map(({ point }) => point);
  const agents = join(home, '.agents');
  const sharedAgents = join(share, '.agents');
  const paths = { agents, skills: join(agents, 'skills'), share, sharedAgents, shared: join(sharedAgents, 'skills') };
  const look = (path: string): Found => lookAt(path, points);
  // Below a link nothing is looked at: it would be looked at through the link.
  const below = (parent: Found, path: string): Found => (parent.kind === 'directory' ? look(path) : { kind: 'absent' });
  const foundAgents = look(agents);
  const foundShare = look(real(share) ?? share);
  const foundSharedAgents = below(foundShare, sharedAgents);
  return {
    uid,
    paths,
    home: look(real(home) ?? home),
    agents: foundAgents,
    skills: below(foundAgents, paths.skills),
    share: foundShare,
    mountMissing: share === usual && foundShare.kind === 'directory' && !points.includes(real(share) ?? share),
    sharedAgents: foundSharedAgents,
    shared: below(foundSharedAgents, paths.shared),
    sharedReal: real(paths.shared),
  };
}

function lookAt(path: string, points: readonly string[]): Found {
  try {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat === undefined) return { kind: 'absent' };
    if (stat.isSymbolicLink()) return { kind: 'link', text: readlinkSync(path), leads: real(path) };
    if (!stat.isDirectory()) return { kind: 'other' };
    const place = real(path) ?? path;
    const mountPoint = points.some((point) => isInside(point, place));
    return { kind: 'directory', uid: stat.uid, empty: isEmpty(path), mountPoint, writable: isWritable(path) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOTDIR' ? { kind: 'absent' } : { kind: 'unknown', reason: code ?? String(error) };
  }
}

/** A directory that cannot be listed is not empty. */
function isEmpty(path: string): boolean {
  try {
    const directory = opendirSync(path);
    try {
      return directory.readSync() === null;
    } finally {
      directory.closeSync();
    }
  } catch {
    return false;
  }
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function real(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}
