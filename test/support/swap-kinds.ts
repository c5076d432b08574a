import { execFileSync } from 'node:child_process';
import {
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
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
      cpSync(secret(type, foreign), `${path}.other`, { recursive: true });
      execFileSync('chown', ['-R', `--reference=${path}`, '--', `${path}.other`]);
      renameSync(path, aside(path));
      renameSync(`${path}.other`, path);
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
    swap: (path, type) => {
      // What is there goes on existing without a name only as long as somebody holds it.
      cpSync(path, aside(path), { recursive: true, filter: (file) => !lstatSync(file).isFIFO() });
      execFileSync('chown', ['-R', `--reference=${path}`, '--', aside(path)]);
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
    restore: (path) => void execFileSync('umount', ['--', path]),
  },
];
