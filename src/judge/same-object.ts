import type { ObjectId } from '../host/pin.ts';

/** Whether two paths lead to one object, however they are spelled and through whichever bind mount. */
export function isSameObject(a: ObjectId, b: ObjectId): boolean {
  return a.dev === b.dev && a.ino === b.ino;
}
