import type { Mount } from './mount.ts';

/** `--mount` and configured mounts: directories only, because a single bound file breaks at the first atomic rename (user report 1). */
export const extra: Mount = {
  name: 'extra',
  plan: ({ options }) => ({
    mounts: options.mounts.map(({ source, target, mode }, index) => ({
      id: `extra-${index + 1}`,
      kind: 'extra',
      source,
      target,
      mode,
      options: { type: 'plain', trust: 'named', missing: 'require' },
    })),
    tmpfs: [],
  }),
};
