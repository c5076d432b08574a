import { cachePlace } from './cache-place.ts';
import type { Mount } from './mount.ts';

/** `cache: true`: one directory of ours for each workspace and agent at `~/.cache`, so that no session can poison another's. */
export const cache: Mount = {
  name: 'cache',
  plan(context) {
    const place = cachePlace(context);
    if (place === null) return { mounts: [], tmpfs: [] };
    const { source, target, conflict } = place;
    if (conflict !== null)
      return {
        mounts: [],
        tmpfs: [],
        notes: [`There is no kept cache in this session: ${conflict} is mounted beside it.`],
      };
    return {
      mounts: [
        {
          id: 'cache',
          kind: 'cache',
          source,
          target,
          mode: 'rw',
          options: { type: 'directory', trust: 'caller', missing: 'create' },
        },
      ],
      tmpfs: [],
    };
  },
};
