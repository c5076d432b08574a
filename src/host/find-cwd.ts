import { AppError } from '../errors.ts';

/** The physical working directory. Deleted or out of reach: CWD_GONE, never a fallback to `/` or `$HOME` (case 35). */
export function findCwd(): string {
  let cwd: string;
  try {
    cwd = process.cwd();
  } catch (error) {
    throw gone(error);
  }
  // getcwd(2) answers "(unreachable)/…" when the directory is not below the root any more.
  if (!cwd.startsWith('/')) throw gone(undefined);
  return cwd;
}

function gone(cause: unknown): AppError {
  return new AppError('CWD_GONE', 'The working directory does not exist any more', 'cd into a project and try again.', {
    cause,
  });
}
