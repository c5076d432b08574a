import type { Mount } from './mount.ts';

/** The vendor's managed configuration for the launched agent (`/etc/codex`, `/etc/claude-code`), when the host has it. */
export const managed: Mount = {
  name: 'managed',
  plan({ agent, facts }) {
    if (agent.config === null) return { mounts: [], tmpfs: [] };
    const path = `/etc/${agent.config.managed}`;
    if (!facts.managed.includes(path)) return { mounts: [], tmpfs: [] };
    return {
      mounts: [
        {
          id: 'managed',
          kind: 'managed',
          source: path,
          target: path,
          mode: 'ro',
          options: { type: 'directory', trust: 'system', missing: 'require' },
        },
      ],
      tmpfs: [],
    };
  },
};
