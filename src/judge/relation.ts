import type { ObjectId } from '../host/pin.ts';
import { isSameObject } from './same-object.ts';

export type Relation = 'equal' | 'contains' | 'inside' | null;

/**
 * How object `a` stands to object `b`, decided by device and inode along both chains (from `/` to the object, which is
 * last), so that no spelling, link or bind mount hides it.
 */
export function relation(a: readonly ObjectId[], b: readonly ObjectId[]): Relation {
  const [lastOfA, lastOfB] = [a.at(-1), b.at(-1)];
  if (lastOfA === undefined || lastOfB === undefined) return null;
  if (isSameObject(lastOfA, lastOfB)) return 'equal';
  if (b.some((link) => isSameObject(link, lastOfA))) return 'contains';
  return a.some((link) => isSameObject(link, lastOfB)) ? 'inside' : null;
}
