import { isInside } from '../mounts/is-inside.ts';
import { findMount } from '../judge/place.ts';
import type { MountTable } from '../judge/place.ts';

/** A mount of the container this process runs in. */
export interface OwnMount {
  /** For the engine; empty: nothing it could mount again. */
  readonly source: string;
  /** Here, links resolved. */
  readonly point: string;
  readonly writable: boolean;
}

/**
 * The engine's path of a source. Only what lies directly on a mount that the engine made has one: not the container's own
 * file system, nor what was mounted later, here or below the mount's source.
 *
 * @returns `problem` continues a sentence that begins with the path
 */
export function outerPath(
  { path, mode }: { readonly path: string; readonly mode: 'ro' | 'rw' },
  mounts: readonly OwnMount[],
  table: MountTable,
): { readonly path: string } | { readonly problem: string } {
  const point = findMount(path, table)?.point;
  const [own, ...others] = mounts.filter((mount) => mount.point === point && mount.point !== '/');
  const stacked = [...table.byId.values()].filter((mount) => mount.point === point).length > 1;
  if (point === undefined || own === undefined || others.length > 0 || stacked || !own.source.startsWith('/'))
    return { problem: 'lies in this container only: the engine outside cannot mount it' };
  if (!isInside(path, point)) return { problem: 'is not where its mount is' };
  if (mode === 'rw' && !own.writable) return { problem: 'is mounted read-only here: no session may write it' };
  const rest = path.slice(point.length);
  return { path: own.source === '/' ? rest || '/' : `${own.source}${rest}` };
}
