import type { ObjectId } from '../host/pin.ts';
import { isPlacedIn } from './place.ts';
import type { Place } from './place.ts';
import { isSameObject } from './same-object.ts';

export type Relation = 'equal' | 'contains' | 'inside' | null;

/** An object by identity and by place. */
export interface Located {
  /** From `/` to the object, which is last; empty: there is none. */
  readonly chain: readonly ObjectId[];
  /** Its own place first, then those of what its path leads over; null: cannot be told (rule places refuses). */
  readonly places: readonly Place[] | null;
}

/**
 * How object `a` stands to object `b`, so that no spelling, link or bind mount hides it. By device and inode along both
 * chains; and by their places, because the path of a bind mount of `b/sub` does not lead over `b`.
 */
export function relation(a: Located, b: Located): Relation {
  const [lastOfA, lastOfB] = [a.chain.at(-1), b.chain.at(-1)];
  if (lastOfA === undefined || lastOfB === undefined) return null;
  if (isSameObject(lastOfA, lastOfB)) return 'equal';
  if (leadsOver(b, lastOfA, a.places?.[0])) return 'contains';
  return leadsOver(a, lastOfB, b.places?.[0]) ? 'inside' : null;
}

function leadsOver({ chain, places }: Located, object: ObjectId, place: Place | undefined): boolean {
  if (chain.some((link) => isSameObject(link, object))) return true;
  return place !== undefined && (places ?? []).some((passed) => isPlacedIn(passed, place));
}
