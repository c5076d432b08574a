import { AppError } from '../errors.ts';

/** What stands in the way of the shared skills has one code, whatever it is. */
export function asSkillsError(path: string, error: unknown): unknown {
  const known = ['SOURCE_LINK', 'NOT_A_DIRECTORY', 'HOST_WRITE_REFUSED'];
  if (!(error instanceof AppError) || !known.includes(error.code)) return error;
  const hint = error.code === 'NOT_A_DIRECTORY' ? `Move it away; ${path} is made anew at the next launch.` : error.hint;
  return new AppError('SKILLS_REFUSED', error.message, hint, { cause: error });
}
