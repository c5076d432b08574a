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

/** Mounts by id, and by the mount and point they are mounted on. */
export interface MountTable {
  /** Where every walk starts; a mount on it at `/` too is met at once. */
  readonly root: MountEntry | undefined;
  readonly byId: ReadonlyMap<number, MountEntry>;
  readonly byPoint: ReadonlyMap<string, MountEntry>;
}

export function makeMountTable(mounts: readonly MountEntry[]): MountTable {
  const byId = new Map(mounts.map((mount) => [mount.id, mount]));
  return {
    root: mounts.find(({ id, parent, point }) => point === '/' && (parent === id || !byId.has(parent))),
    byId,
    byPoint: new Map(mounts.map((mount) => [pointKey(mount.parent, mount.point), mount])),
  };
}

/** Whether `place` is `other` or lies below it. */
export function isPlacedIn(place: Place, other: Place): boolean {
  return place.device === other.device && isInside(place.path, other.path);
}

/** The mount on which a path without links lies, as one walks there from `/`; null: the table does not say. */
export function findMount(path: string, table: MountTable): MountEntry | null {
  let mount = table.root;
  for (let end = 0; mount !== undefined && end !== -1; end = path.indexOf('/', end + 1)) {
    mount = topmost(mount, path.slice(0, end) || '/', table);
  }
  return mount === undefined ? null : topmost(mount, path, table);
}

/** What is mounted at this point of `mount`, and on that in turn. */
function topmost(mount: MountEntry, point: string, { byPoint }: MountTable): MountEntry {
  let top = mount;
  for (let left = byPoint.size; left > 0; left -= 1) {
    const next = byPoint.get(pointKey(top.id, point));
    if (next === undefined || next === top) break;
    top = next;
  }
  return top;
}

function pointKey(parent: number, point: string): string {
  return `${parent}:${point}`;
}

/**
 * Places of a path that lies on `mount`: its own first, then that of the mount's point in the mount below, and so on down
 * to `/`. null: the table does not say.
 */
export function findPlaces(path: string, mount: MountEntry, { byId }: MountTable): readonly Place[] | null {
  const places: Place[] = [];
  let at = path;
  let on: MountEntry | undefined = mount;
  while (on !== undefined && places.length < byId.size) {
    const { device, root, point, parent }: MountEntry = on;
    if (!isInside(at, point) || root.endsWith('//deleted')) return null;
    const rest = point === '/' ? at : at.slice(point.length);
    places.push({ device, path: root === '/' ? rest || '/' : rest === '/' ? root : `${root}${rest}` });
    if (point === '/') return places;
    at = point;
    on = byId.get(parent);
  }
  return null;
}

/** Mounts that one meets below `path`; those that another mount hides are not among them. */
export function findSubmounts(path: string, table: MountTable): readonly MountEntry[] {
  const start = path === '/' ? '/' : `${path}/`;
  const below = [...table.byId.values()].filter(({ point }) => point.startsWith(start) && point !== path);
  return below.filter((mount) => findMount(mount.point, table) === mount);
}
