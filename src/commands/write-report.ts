import { accessSync, constants, lstatSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { AppError } from '../errors.ts';
import type { SessionResult } from '../session/request.ts';
import type { Timings } from '../session/timings.ts';
import { writeFileAtomic } from '../state/write-file-atomic.ts';
import type { Prepared } from './prepare.ts';

/** Refuses a report file that could not be written, before anything else happens. Throws BAD_VALUE. */
export function checkReportFile(file: string): void {
  const path = resolve(file);
  try {
    accessSync(dirname(path), constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw unwritable(path, cause);
  }
  if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true)
    throw unwritable(path, new Error('it is a directory'));
}

/** `--report FILE`: the whole session as one JSON object, mode 0600. Holds references to secrets, never values. */
export function writeReport(file: string, { digest }: Prepared, result: SessionResult, timings: Timings): void {
  const { notes: _notes, ...plan } = result.plan;
  const error =
    result.error instanceof AppError
      ? { code: result.error.code, message: result.error.message, hint: result.error.hint }
      : null;
  const reason = result.reason === 'verdict' ? 'agent' : result.reason;
  const report = {
    schema: 'sandbox/1',
    session: result.session,
    agent: plan.agent,
    plan,
    digest,
    findings: result.findings,
    timings: timings.toJson(),
    exit: { code: result.code, signal: result.signal, reason },
    review: null,
    error,
  };
  const path = resolve(file);
  try {
    writeFileAtomic(path, `${JSON.stringify(report, null, 2)}\n`);
  } catch (cause) {
    throw unwritable(path, cause);
  }
}

function unwritable(path: string, cause: unknown): AppError {
  return new AppError(
    'BAD_VALUE',
    `the report cannot be written to ${path}: ${(cause as Error).message}`,
    'Name a file in a directory of yours.',
    { cause },
  );
}
