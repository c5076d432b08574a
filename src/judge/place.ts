import { isInside } from '../mounts/is-inside.ts';

/**
 * Where an object lies in its file system: the same for all paths, bind mounts and namespaces that lead to it. Device and
 * inode name an object, but not what it lies in; this does.
 */
export interface Place {
  /** `major:minor` of the file system, as mountinfo has it (not `st_dev`, which btrfs gives each subvolume anew). */
  readonly device: string;
  /** From the file system's own root. */
  readonly path: string;
}

/** One mount of this machine; of mountinfo's fields those that say what lies where. */
export interface MountEntry {
  readonly id: number;
  readonly parent: number;
  readonly device: string;
  /** What of the file system is mounted, from its root; ends in `//deleted` when that is gone. */
  readonly root: string;
  readonly point: string;
}

export type MountTable = ReadonlyMap<number, MountEntry>;

/** Whether `place` is `other` or lies below it. */
export function isPlacedIn(place: Place, other: Place): boolean {
  return place.device === other.device && isInside(place.path, other.path);
}

/**
 * Places of `path`, which lies on the mount `id`: its own first, then that of the mount's point in the mount below, and so
 * on down to `/`. null: the table does not say.
 */
export function findPlaces(path: string, id: number | null, table: MountTable): readonly Place[] | null {
  const places: Place[] = [];
  let [at, mount] = [path, id === null ? undefined : table.get(id)];
  while (mount !== undefined && places.length <= table.size) {
    const { device, root, point } = mount;
    if (!isInside(at, point) || root.endsWith('//deleted')) return null;
    const rest = point === '/' ? at : at.slice(point.length);
    places.push({ device, path: root === '/' ? rest || '/' : rest === '/' ? root : `${root}${rest}` });
    if (point === '/') return places;
    at = point;
    mount = table.get(mount.parent);
  }
  return null;
}

/** Mounts that one sees below `path`, which lies on the mount `id`; those that another mount hides are not among them. */
export function findSubmounts(path: string, id: number, table: MountTable): readonly MountEntry[] {
  const isOn = (mount: MountEntry): boolean => {
    for (let [next, left]: [MountEntry | undefined, number] = [mount, table.size]; next && left > 0; left -= 1) {
      if (next.parent === id) return true;
      next = table.get(next.parent);
    }
    return false;
  };
  const below = [...table.values()].filter(({ point }) => point !== path && isInside(point, path));
  return below.filter((mount) => mount.id !== id && isOn(mount));
}
