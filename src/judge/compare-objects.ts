import type { ObjectId } from '../host/pin.ts';
import { isPlacedIn } from './place.ts';
import type { Place } from './place.ts';
import { relation } from './relation.ts';
import type { Relation } from './relation.ts';

/** An object by identity and by place. */
export interface Located {
  /** From `/` to the object, which is last; empty: there is none. */
  readonly chain: readonly ObjectId[];
  /** Its own place first, then those of what its path leads over; null: cannot be told (rule places refuses). */
  readonly places: readonly Place[] | null;
}

/**
 * How object `a` stands to object `b`: by device and inode along both chains, and by their places, because the path of a
 * bind mount of `b/sub` does not lead over `b`.
 */
export function compareObjects(a: Located, b: Located): Relation {
  if (a.chain.length === 0 || b.chain.length === 0) return null;
  const found = relation(a.chain, b.chain);
  if (found !== null) return found;
  if (leadsOver(b, a.places?.[0])) return 'contains';
  return leadsOver(a, b.places?.[0]) ? 'inside' : null;
}

function leadsOver({ places }: Located, place: Place | undefined): boolean {
  return place !== undefined && (places ?? []).some((passed) => isPlacedIn(passed, place));
}
