import type { Mount } from './mount.ts';

/** The embedded scripted model of `sandbox demo` and the end-to-end tests: a bundle of ours, read-only. */
export const model: Mount = {
  name: 'model',
  plan({ options }) {
    if (options.model === null) return { mounts: [], tmpfs: [] };
    return {
      mounts: [
        {
          id: 'model',
          kind: 'model',
          source: options.model.bundle,
          target: '/run/sandbox-model',
          mode: 'ro',
          options: { type: 'directory', trust: 'ours', missing: 'require' },
        },
      ],
      tmpfs: [],
    };
  },
};
