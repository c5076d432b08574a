import { lstat, readdir, readlink, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isInside } from '../../mounts/is-inside.ts';
import { probe } from '../probe.ts';

/** The directory of shared skills: there, yours, not writable by others. A link that leads nowhere is a broken share. */
export const skills = probe({
  id: 'skills',
  title: 'shared skills',
  why: 'every agent loads what is in it; a session refuses one that is not yours',
  mend: 'mkdir -p ~/.agents/skills && chmod 700 ~/.agents/skills',
  async gather({ user, dirs }) {
    const path = join(user.home, '.agents/skills');
    const itself = await lstat(path).catch(absent);
    if (itself === null) return { kind: 'absent' as const, path };
    const link = itself.isSymbolicLink() ? await readlink(path) : null;
    const at = await stat(path).catch(absent);
    if (at === null) return { kind: 'dangling' as const, path, link };
    if (!at.isDirectory()) return { kind: 'other' as const, path };
    const count = (await readdir(path)).length;
    const shared = link !== null && isInside(await realpath(path), dirs.share);
    return { kind: 'directory' as const, path, link, shared, count, mode: at.mode & 0o777, mine: at.uid === user.uid };
  },
  judge(facts) {
    switch (facts.kind) {
      case 'absent':
        return { state: 'ok', found: 'not there yet: the first launch makes it' };
      case 'dangling':
        return {
          state: 'fail',
          found: `${facts.path} leads to ${facts.link ?? ''}, which is not there`,
          mend: 'mount the share again; or ./install.sh, which makes the link right and loses nothing',
        };
      case 'other':
        return { state: 'fail', found: `${facts.path} is not a directory`, mend: `move ${facts.path} away` };
      case 'directory': {
        const { path, shared, count, mode, mine } = facts;
        if (!mine)
          return { state: 'fail', found: `${path} is not yours`, mend: 'sudo chown -R "$USER" ~/.agents/skills/' };
        const found = `${count} in ${path}${shared ? ' (in the share)' : ''}, mode ${mode.toString(8)}`;
        return { state: (mode & 0o022) === 0 ? 'ok' : 'warn', found, mend: 'chmod go-w ~/.agents/skills/' };
      }
    }
  },
});

function absent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
}
