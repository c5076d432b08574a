import { chownSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

export const isRoot = process.getuid?.() === 0;
/** The caller of the worlds below: an ordinary user, also when the tests run as root. */
export const caller = isRoot
  ? { uid: 1000, gid: 1000 }
  : { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };

/** A small tree of its own outside /tmp (agents behave differently there), removed when the test ends. */
export interface TempWorld {
  /** Root's, 0755 (the caller's own without root). */
  readonly root: string;
  /** The caller's home. */
  readonly home: string;
  /** Makes a directory of the caller below `home` (relative) or anywhere (absolute), parents included; its path. */
  directory(path: string): string;
  file(path: string, text?: string): string;
  link(path: string, target: string): string;
  /** Binds `source` over a new directory `path`, as only root can; unmounted when the test ends. */
  bind(source: string, path: string): string;
}

export function tempWorld(): TempWorld {
  const root = realpathSync(mkdtempSync('/var/tmp/sandbox-world-'));
  const mounted: string[] = [];
  if (isRoot) chmod755(root);
  onTestFinished(() => {
    for (const path of mounted.reverse()) execFileSync('umount', ['--', path]);
    rmSync(root, { recursive: true, force: true });
  });
  const home = join(root, 'home');
  const absolute = (path: string) => (path.startsWith('/') ? path : join(home, path));
  const own = (path: string) => {
    if (isRoot) chownSync(path, caller.uid, caller.gid);
  };
  const directory = (path: string): string => {
    const full = absolute(path);
    if (full === root || full === '/') return full;
    directory(dirname(full));
    try {
      mkdirSync(full, { mode: 0o755 });
      own(full);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    return full;
  };
  directory(home);
  return {
    root,
    home,
    directory,
    file(path, text = '') {
      const full = absolute(path);
      directory(dirname(full));
      writeFileSync(full, text);
      own(full);
      return full;
    },
    link(path, target) {
      const full = absolute(path);
      directory(dirname(full));
      symlinkSync(target, full);
      if (isRoot) execFileSync('chown', ['-h', `${caller.uid}:${caller.gid}`, '--', full]);
      return full;
    },
    bind(source, path) {
      const full = directory(path);
      execFileSync('mount', ['--bind', '--', source, full]);
      mounted.push(full);
      return full;
    },
  };
}

function chmod755(path: string): void {
  execFileSync('chmod', ['755', '--', path]);
}
