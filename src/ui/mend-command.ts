import { shellWord } from './shell-word.ts';

/** A command on one path that mends something, for a person to copy; a sentence where no shell could be given its name. */
export function mendCommand(command: string, path: string): string {
  const word = /^\/[\w@%+=:,./-]*$/.test(path) ? path : shellWord(path);
  return word === null
    ? `${command}, on that path (its name is not one to give a shell: see ls -b)`
    : `${command} ${word}`;
}
