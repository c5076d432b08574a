import { statSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { AppError } from '../errors.ts';

/**
 * The caller's home as `os.homedir()` sees it: `$HOME`, else the password database's. `/`, a relative or a missing one
 * throws HOME_INVALID: everything below hangs on it, and a guess would mount the wrong directories.
 */
export function findHome(fromEnvironment: string | undefined, fromPasswd: string | null): string {
  const value = fromEnvironment ?? fromPasswd;
  if (value === null) throw invalid('There is no home directory: $HOME is not set and you have no passwd entry');
  if (value === '') throw invalid('$HOME is empty');
  if (!isAbsolute(value)) throw invalid(`$HOME is not an absolute path: ${value}`);
  const home = resolve(value);
  if (home === '/') throw invalid('$HOME is /');
  // A passwd line inside has to name it, and `:` separates its fields.

  if (/[:\u0000-\u001f\u007f]/.test(home)) throw invalid(`$HOME has a colon or control character in it: ${home}`);
  if (!isDirectory(home)) throw invalid(`$HOME is not a directory: ${home}`);
  return home;
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function invalid(message: string): AppError {
  return new AppError(
    'HOME_INVALID',
    message,
    'Set HOME to your home directory, for example: HOME=/home/you sandbox …',
  );
}
