import { chmodSync, lstatSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../errors.ts';

/**
 * The state directory (`$XDG_STATE_HOME/sandbox`), made 0700 when missing. A link, a file or a foreign owner in its
 * place refuses (STATE_UNUSABLE): sessions keep the lease and the gate there. Returns its path.
 */
export function openStateDirectory(path: string): string {
  try {
    mkdirSync(join(path, 'sessions'), { recursive: true, mode: 0o700 });
    for (const directory of [path, join(path, 'sessions')]) secure(directory);
    const records = join(path, 'own-config');
    if (lstatSync(records, { throwIfNoEntry: false }) !== undefined) secure(records);
    return path;
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError(
      'STATE_UNUSABLE',
      `the state directory ${path} cannot be used: ${(error as Error).message}`,
      'Make room or permission there, or set XDG_STATE_HOME to a directory of yours.',
      { cause: error },
    );
  }
}

function secure(directory: string): void {
  const stat = lstatSync(directory);
  if (!stat.isDirectory() || stat.uid !== process.getuid?.()) {
    throw new AppError(
      'STATE_UNUSABLE',
      `${directory} is not a directory of yours`,
      'Move it away; it is made anew at the next launch.',
    );
  }
  if ((stat.mode & 0o077) !== 0) chmodSync(directory, 0o700);
}
