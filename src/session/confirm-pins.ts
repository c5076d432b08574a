import { AppError } from '../errors.ts';
import type { Pin } from '../host/pin.ts';
import { closePins, pinAll } from '../host/pins.ts';
import type { Placer } from '../host/placer.ts';
import { isSameObject } from '../judge/same-object.ts';
import type { SessionRequest } from './request.ts';

/** Their places in file systems were judged already. */
const identityOnly: Placer = { places: () => [], submounts: () => [] };

/**
 * Walks every source again, right before the start, and throws SOURCE_REFUSED when one is no longer the pinned object, or
 * a place that a mask or a skill covers is no longer a directory. It proves nothing, check 24 does; but an engine that is
 * given a replaced directory makes the missing mount points in it, as root, before anything can be attested.
 */
export function confirmPins(
  { plan, facts, options }: Pick<SessionRequest, 'plan' | 'facts' | 'options'>,
  pins: ReadonlyMap<string, Pin>,
  sessionDir: string,
): void {
  let now: Map<string, Pin>;
  try {
    now = pinAll(plan, facts, options.approvals, sessionDir, identityOnly);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw changed(error.message, error);
  }
  try {
    // What lies below a mask is not in the session: there another directory is as good.
    for (const { id } of plan.mounts) {
      const [before, after] = [pins.get(id), now.get(id)];
      if (before !== undefined && after !== undefined && !isSameObject(before, after))
        throw changed(`${before.source} is another object now`, undefined);
    }
  } finally {
    closePins(now);
  }
}

function changed(what: string, cause: unknown): AppError {
  return new AppError(
    'SOURCE_REFUSED',
    `a source was replaced while the session was being made: ${what}`,
    'Look who can write its parents, then try again. Nothing was started.',
    { cause },
  );
}
