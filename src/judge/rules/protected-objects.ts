import type { PlacedPin } from '../../host/pin.ts';
import type { PlannedMount } from '../../plan/launch-plan.ts';
import { describeMount } from '../describe-mount.ts';
import type { JudgeInput, ProtectedObject, Refusal, Rule } from '../judge-input.ts';
import { isPlacedIn } from '../place.ts';
import { compareObjects } from '../compare-objects.ts';

/**
 * No source may be, contain or lie in what holds logins and keys, in another agent's directory, or in ours (cases 3, 4, 12
 * and 13), nor be a second name of a file there. Our own files are exempt as long as they are read-only. One refusal for
 * each source: the first reason decides.
 */
export const protectedObjects: Rule = {
  name: 'protected-objects',
  judge: (input) => ({
    refusals: input.plan.mounts.flatMap((mount): Refusal[] => {
      const pin = input.pins.get(mount.id);
      if (pin === undefined || (mount.options.trust === 'ours' && mount.mode === 'ro')) return [];
      const what = findReason(mount, pin, input);
      if (what === null) return [];
      return [{ code: 'SOURCE_PROTECTED', message: `${describeMount(mount)} ${what}`, hint: hint(mount.kind) }];
    }),
  }),
};

function findReason(mount: PlannedMount, pin: PlacedPin, { facts, protected: guarded }: JudgeInput): string | null {
  // A session's own cache lies where all caches lie.
  const objects = guarded.objects.filter(({ path }) => mount.kind !== 'cache' || path !== facts.dirs.cache);
  for (const object of objects.filter(({ exists }) => exists)) {
    const { path, reason } = object;
    const found = compareObjects(pin, object) ?? submountRelation(pin, object);
    if (found === null) continue;
    const how = { equal: 'is the same directory as', contains: 'contains', inside: 'lies in', shows: 'shows part of' };
    return found === 'equal' && mount.source === path ? reason : `${how[found]} ${path}, which ${reason}`;
  }
  const link = guarded.hardLinks.find(({ id }) => id === mount.id);
  if (link !== undefined) {
    const { path, directory, reason } = link;
    return path === null
      ? `has a second name, and ${directory}, which ${reason}, has too many entries to tell whether it is there`
      : `is the same file as ${path}; ${directory} ${reason}`;
  }
  if (mount.mode === 'ro') return null;
  const absent = objects.find((object) => !object.exists && holds(pin, object));
  return absent === undefined ? null : `is where ${absent.path} would be made, which ${absent.reason}`;
}

/** What is mounted below a protected directory belongs to it, and may be mounted elsewhere too. */
function submountRelation({ places }: PlacedPin, { submounts }: ProtectedObject): 'inside' | 'shows' | null {
  const place = places?.[0];
  if (place === undefined) return null;
  if (submounts.some((submount) => isPlacedIn(place, submount))) return 'inside';
  return submounts.some((submount) => isPlacedIn(submount, place)) ? 'shows' : null;
}

function holds(pin: PlacedPin, directory: ProtectedObject): boolean {
  const found = compareObjects(pin, directory);
  return found === 'equal' || found === 'contains';
}

function hint(kind: string): string {
  if (kind === 'workspace') return 'Choose a project directory with -w DIR.';
  if (kind === 'extra') return 'Leave this mount out, or name a directory that holds only what the session needs.';
  return 'Give it a directory of its own: move the data, or remove the link or bind mount that joins the two.';
}
