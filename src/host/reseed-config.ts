import { randomBytes } from 'node:crypto';
import { linkSync, lstatSync, renameSync } from 'node:fs';
import { AppError } from '../errors.ts';
import { createFile, removeCreated } from './write.ts';

/**
 * Puts `text` in the place of the file `name` of the pinned directory `fd`, 0600, following nothing; what was there, a link
 * too, keeps its bytes under the name `backup`. At every moment one of the two is whole under `name`. False: nothing was
 * there, and so there is no backup. Throws HOST_WRITE_REFUSED.
 */
export function reseedConfig(fd: number, name: string, backup: string, text: string): boolean {
  const place = `/proc/self/fd/${fd}/${name}`;
  const there = lstatSync(place, { throwIfNoEntry: false });
  if (there?.isDirectory() === true)
    throw new AppError('HOST_WRITE_REFUSED', `${name} is a directory`, 'Move it away, and try again.');
  const made = createFile(fd, `${name}.${randomBytes(6).toString('hex')}`, text);
  try {
    if (there !== undefined) linkSync(place, `/proc/self/fd/${fd}/${backup}`);
    renameSync(`/proc/self/fd/${fd}/${made.name}`, place);
  } catch (error) {
    removeCreated(made);
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    throw new AppError('HOST_WRITE_REFUSED', `${name} cannot be replaced (${code})`, 'It is as it was.', {
      cause: error,
    });
  }
  return there !== undefined;
}
