import { findPlaces, findSubmounts } from '../judge/place.ts';
import type { MountEntry, MountTable, Place } from '../judge/place.ts';
import type { Stand } from './pin.ts';
import { readMountTable } from './read-mount-table.ts';

export interface Placed {
  readonly places: readonly Place[] | null;
  readonly submounts: readonly string[];
  /** The same mounts, by what they show. */
  readonly submountPlaces: readonly Place[];
}

/**
 * Reads the table of mounts once; the function returned finds in it the places of a walked path. Where there is no such
 * table by design (not Linux), nothing is known and device and inode decide alone; where there should be one, `places`
 * is null and the judge refuses.
 */
export function placer(): (stands: readonly Stand[]) => Placed {
  const table = readMountTable();
  return (stands) => placeStands(stands, table, process.platform === 'linux');
}

function placeStands(stands: readonly Stand[], table: MountTable | null, isLinux: boolean): Placed {
  const own = stands.at(-1);
  if (!isLinux || own === undefined) return { places: [], submounts: [], submountPlaces: [] };
  if (table === null) return { places: null, submounts: [], submountPlaces: [] };
  const trails = stands.toReversed().map(({ path, mount }) => findPlaces(path, mount, table));
  const places = trails.some((trail) => trail === null) ? null : trails.flatMap((trail) => trail ?? []);
  const below: readonly MountEntry[] = own.mount === null ? [] : findSubmounts(own.path, own.mount, table);
  return {
    places,
    submounts: [...new Set(below.map(({ point }) => point))],
    submountPlaces: below.map(({ device, root }) => ({ device, path: root })),
  };
}
