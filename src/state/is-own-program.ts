import { readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/**
 * Whether a process is one of this program, of whatever version: node with a program of a package of our name (its command
 * line: proc_pid_cmdline(5)). What cannot be known is no.
 *
 * @param programDir where our own package lies
 */
export function isOwnProgram(pid: number, programDir: string): boolean {
  try {
    const [interpreter = '', ...words] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    const program = words.find((word) => !word.startsWith('-'));
    if (!basename(interpreter).startsWith('node') || program === undefined) return false;
    // Programs lie one directory below their package's.
    const file = realpathSync(resolve(readlinkSync(`/proc/${pid}/cwd`), program));
    return packageName(dirname(dirname(file))) === packageName(programDir);
  } catch {
    return false;
  }
}

/** Throws when there is none. */
function packageName(directory: string): string {
  const { name } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as { readonly name?: unknown };
  if (typeof name !== 'string') throw new Error(`${directory} is no package`);
  return name;
}
