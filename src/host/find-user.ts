import { userInfo } from 'node:os';
import type { HostFacts } from './facts.ts';
import { findHome } from './find-home.ts';

/** Who runs us. A uid without a passwd line is fine: the name then comes from `$USER`, else it is `user`. */
export function findUser(env: Readonly<Record<string, string | undefined>>): HostFacts['user'] {
  const uid = process.getuid?.() ?? 0;
  const gid = process.getgid?.() ?? 0;
  const groups = [...new Set(process.getgroups?.() ?? [])].filter((group) => group !== gid).sort((a, b) => a - b);
  const passwd = passwdEntry();
  const home = findHome(env['HOME'], passwd?.home ?? null);
  const name = [passwd?.name, env['USER']].find((candidate) => isUserName(candidate, uid)) ?? 'user';
  const otherHome = passwd !== null && passwd.home !== home ? passwd.home : null;
  return { uid, gid, groups, name, home, otherHome };
}

/** `os.userInfo()` throws for a uid without a passwd line. */
function passwdEntry(): { readonly name: string; readonly home: string } | null {
  try {
    const { username, homedir } = userInfo();
    return { name: username, home: homedir };
  } catch {
    return null;
  }
}

/** A name that can stand in passwd inside: what useradd(8) accepts, with capitals and dots; `root` is root's alone. */
function isUserName(name: string | undefined, uid: number): boolean {
  if (name === undefined || !/^[A-Za-z_][A-Za-z0-9_.-]{0,31}$/.test(name)) return false;
  return (name !== 'root' || uid === 0) && (name !== 'nobody' || uid === 65534);
}
