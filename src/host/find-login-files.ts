import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { Login } from '../agents/agent.ts';
import type { LoginFile } from '../agents/judge-login.ts';
import { isSignedIn } from './is-signed-in.ts';

/** Looks at what may hold a login in that config directory; of a link, the link itself is looked at. */
export function findLoginFiles(directory: string, logins: readonly Login[]): readonly LoginFile[] {
  return logins.map((login) => {
    const path = join(directory, login.file);
    const stat = look(path);
    if (stat === null) return { path, kind: 'absent', uid: -1, mode: 0, holdsLogin: false };
    const kind = stat.isFile() ? 'file' : 'other';
    return { path, kind, uid: stat.uid, mode: stat.mode & 0o7777, holdsLogin: isSignedIn(directory, [login]) };
  });
}

function look(path: string) {
  try {
    return lstatSync(path);
  } catch {
    return null;
  }
}
