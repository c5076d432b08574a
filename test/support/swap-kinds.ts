import { execFileSync } from 'node:child_process';
import {
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { RaceSource } from './race-world.ts';

/** One way to put something else where a source lies. */
export interface SwapKind {
  readonly how: string;
  readonly possible: (path: string, source: RaceSource, home: string) => boolean;
  /** `foreign` is a directory of the same person. */
  readonly swap: (path: string, type: RaceSource['type'], foreign: string) => void;
  /** Does nothing when the launch removed it meanwhile. */
  readonly restore: (path: string) => void;
  /** Whether the restored object is the one that was there. */
  readonly returns: boolean;
}

const aside = (path: string): string => `${path}.aside`;
const secret = (type: RaceSource['type'], foreign: string): string =>
  type === 'file' ? join(foreign, 'secret') : foreign;
const comeBack = (path: string): void => {
  if (!existsSync(aside(path))) return;
  rmSync(path, { recursive: true, force: true });
  renameSync(aside(path), path);
};
const ownedAs = (path: string, like: string): void => {
  const { uid, gid } = lstatSync(like);
  chownSync(path, uid, gid);
};
const make = (path: string, type: RaceSource['type'], like: string): void => {
  if (type === 'directory') mkdirSync(path, { mode: 0o700 });
  else writeFileSync(path, '');
  ownedAs(path, like);
};

/** Made out of the launch's sight, where nothing of it is half done: beside the home, on the same file system. */
const copyOf = (original: string, foreign: string, like: string): string => {
  const copy = join(mkdtempSync(join(foreign, '../../copy-')), 'copy');
  cpSync(original, copy, { recursive: true, filter: (file) => !lstatSync(file).isFIFO() });
  execFileSync('chown', ['-R', `--reference=${like}`, '--', copy]);
  return copy;
};

export const swapKinds: readonly SwapKind[] = [
  {
    how: 'a link',
    returns: true,
    possible: () => true,
    swap: (path, type, foreign) => {
      renameSync(path, aside(path));
      symlinkSync(secret(type, foreign), path);
    },
    restore: comeBack,
  },
  {
    how: 'another object, renamed',
    returns: true,
    possible: () => true,
    swap: (path, type, foreign) => {
      const copy = copyOf(secret(type, foreign), foreign, path);
      renameSync(path, aside(path));
      renameSync(copy, path);
    },
    restore: comeBack,
  },
  {
    how: 'its parent renamed, and one of that name made',
    returns: true,
    // The parent of a directory in the home is the home, where everything else lies too.
    possible: (path, _source, home) => dirname(path) !== home,
    swap: (path, type) => {
      const parent = dirname(path);
      renameSync(parent, aside(parent));
      make(parent, 'directory', aside(parent));
      make(path, type, join(aside(parent), basename(path)));
    },
    restore: (path) => comeBack(dirname(path)),
  },
  {
    how: 'deleted and made again',
    returns: false,
    possible: () => true,
    swap: (path, type, foreign) => {
      // What is there goes on existing without a name only as long as somebody holds it.
      renameSync(copyOf(path, foreign, path), aside(path));
      rmSync(path, { recursive: true });
      make(path, type, aside(path));
    },
    restore: comeBack,
  },
  {
    how: 'something mounted over it',
    returns: true,
    // Who could mount there has all that is in the session's own directory anyway.
    possible: (_path, { ours }) => !ours && process.getuid?.() === 0,
    swap: (path, type, foreign) => void execFileSync('mount', ['--bind', '--', secret(type, foreign), path]),
    // Lazily: a launch that looks around may be in it.
    restore: (path) => void execFileSync('umount', ['-l', '--', path]),
  },
];
