import { closeSync, constants, lstatSync, openSync, renameSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { basename, dirname, resolve } from 'node:path';
import { AppError } from '../errors.ts';
import { createFile, removeCreated } from '../host/write.ts';

/**
 * The file of `--report`. Its directory is opened before anything else happens and held: an agent that puts a link in the
 * directory's place does not lead us elsewhere. The report is written beside and renamed, so it is whole or not there, and
 * a link at its name is replaced, never followed.
 */
export class ReportFile {
  readonly #path: string;
  readonly #directory: number;

  /** Throws BAD_VALUE for what no report can be written to: an empty name, no directory of the caller's, no regular file. */
  constructor(file: string) {
    this.#path = resolve(file);
    if (file === '') throw unwritable(file, 'it has no name');
    const existing = lstatSync(this.#path, { throwIfNoEntry: false });
    if (existing !== undefined && !existing.isFile()) throw unwritable(this.#path, 'it is there and no regular file');
    try {
      this.#directory = openSync(dirname(this.#path), constants.O_RDONLY | constants.O_DIRECTORY);
    } catch (error) {
      throw unwritable(this.#path, (error as Error).message, error);
    }
    try {
      // Now, not after the session: is there room and permission?
      removeCreated(createFile(this.#directory, temporaryName(this.#path), ''));
    } catch (error) {
      this.close();
      throw unwritable(this.#path, (error as Error).message, error);
    }
  }

  write(text: string): void {
    const draft = temporaryName(this.#path);
    const below = `/proc/self/fd/${this.#directory}`;
    const created = createFile(this.#directory, draft, text);
    try {
      renameSync(`${below}/${draft}`, `${below}/${basename(this.#path)}`);
    } catch (error) {
      removeCreated(created);
      throw unwritable(this.#path, (error as Error).message, error);
    }
  }

  close(): void {
    closeSync(this.#directory);
  }
}

function temporaryName(path: string): string {
  return `.${basename(path).slice(0, 200)}.${randomBytes(6).toString('hex')}`;
}

function unwritable(path: string, why: string, cause?: unknown): AppError {
  const message = `the report cannot be written to ${path}: ${why}`;
  return new AppError('BAD_VALUE', message, 'Name a file in a directory of yours.', { cause });
}
