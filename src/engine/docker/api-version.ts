import { AppError } from '../../errors.ts';

/** Oldest API spoken: Docker 20.10. */
const MIN_API = '1.41';
/** Newest API this program has been written against; a newer engine is spoken to in this one. */
const MAX_API = '1.51';

/**
 * The version to speak with an engine whose newest is `offered`. Whether it still speaks ours, when it is newer than
 * MAX_API, it says itself, with the first call. Throws ENGINE_TOO_OLD.
 */
export function negotiateVersion(offered: string, where: string): string {
  if (compareVersions(offered, MIN_API) < 0) {
    throw new AppError(
      'ENGINE_TOO_OLD',
      `The engine at ${where} speaks API ${offered}; ${MIN_API} (Docker 20.10) or newer is needed`,
      'Update the engine',
    );
  }
  return compareVersions(offered, MAX_API) > 0 ? MAX_API : offered;
}

/** Negative, zero or positive, by number: 1.9 < 1.41. */
export function compareVersions(a: string, b: string): number {
  const [majorA = 0, minorA = 0] = a.split('.').map(Number);
  const [majorB = 0, minorB = 0] = b.split('.').map(Number);
  return majorA - majorB || minorA - minorB;
}
