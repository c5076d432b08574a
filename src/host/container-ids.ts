import type { MountTable } from '../judge/place.ts';

/** Files that an engine makes for each container, in a directory of the container's id, and mounts into it. */
const FILES = new Set(['/etc/hostname', '/etc/hosts', '/etc/resolv.conf']);

/**
 * Ids of containers that this process may be in: by the files its engine mounted, and by its control group (cgroups(7);
 * `/docker/<id>`, `docker-<id>.scope`), which says nothing where the container has a cgroup namespace.
 */
export function containerIds(table: MountTable | null, cgroup: string): readonly string[] {
  const mounts = [...(table?.byId.values() ?? [])].filter(({ point }) => FILES.has(point));
  const fromMounts = mounts.map(({ root }) => /\/([0-9a-f]{64})\//.exec(root)?.[1]);
  const fromGroup = [...cgroup.matchAll(/[/-]([0-9a-f]{64})(?:\.scope)?$/gm)].map(([, id]) => id);
  return [...new Set([...fromMounts, ...fromGroup].filter((id) => id !== undefined))];
}
