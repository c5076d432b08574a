import { AppError } from '../../errors.ts';

/**
 * A reference is put into the path of a request, where dockerode does not escape it: only what references consist of
 * (distribution/reference) passes. Throws BAD_VALUE.
 */
export function checkedRef(ref: string): string {
  if (ref.length < 500 && /^[A-Za-z0-9][A-Za-z0-9._/:@-]*$/.test(ref) && !ref.includes('..')) return ref;
  throw new AppError('BAD_VALUE', `Not an image reference: ${ref}`, 'Write one like debian:bookworm-slim');
}
