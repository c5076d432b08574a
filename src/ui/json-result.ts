import type { Writable } from 'node:stream';
import { AppError } from '../errors.ts';
import { jsonText } from './json-text.ts';

/** The one object of `--json`, keys flat. `error` is null when the outcome is ok. */
export function writeJsonResult(
  stdout: Writable,
  command: string,
  fields: Readonly<Record<string, unknown>>,
  error: unknown = null,
): void {
  const outcome = error === null ? 'ok' : error instanceof AppError && error.exitCode === 77 ? 'refused' : 'failed';
  const shown =
    error === null
      ? null
      : error instanceof AppError
        ? { code: error.code, message: [error.message, ...error.details].join('\n'), hint: error.hint }
        : { code: 'BUG', message: error instanceof Error ? error.message : String(error), hint: 'Please report it.' };
  stdout.write(`${jsonText({ schema: 'sandbox/1', command, outcome, ...fields, error: shown })}\n`);
}
