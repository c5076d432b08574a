import { describeMount } from '../describe-mount.ts';
import type { Refusal, Rule } from '../judge-input.ts';
import type { Located } from '../compare-objects.ts';

/**
 * Of two objects whose place in their file system is unknown nobody can say that one does not lie in the other, under a
 * name that a bind mount gave it. Said once: what hides one place usually hides them all.
 */
export const places: Rule = {
  name: 'places',
  judge({ plan, pins, protected: { home, objects }, live }) {
    const sources = plan.mounts.filter(({ options }) => options.trust !== 'ours');
    const all: readonly { readonly name: string; readonly object: Located | undefined }[] = [
      ...sources.map((mount) => ({ name: describeMount(mount), object: pins.get(mount.id) })),
      { name: 'your home directory', object: home },
      ...objects.map((object) => ({ name: object.path, object })),
      ...live.map((object) => ({ name: `${object.path}, the workspace of session ${object.session},`, object })),
    ];
    const unknown = all.find(({ object }) => object?.places === null);
    if (unknown === undefined) return {};
    const refusal: Refusal = {
      code: 'PLACE_UNKNOWN',
      message: `where ${unknown.name} lies in its file system cannot be told, hence not whether a bind mount joins it with something protected`,
      hint: 'Try again if something was mounted or unmounted just now. /proc/self/mountinfo must be readable and list every mount.',
    };
    return { refusals: [refusal] };
  },
};
