import { readFileSync } from 'node:fs';
import { findMount, findPlaces, findSubmounts } from '../judge/place.ts';
import type { MountEntry, MountTable, Place } from '../judge/place.ts';
import type { ChainLink } from './pin.ts';
import { readMountTable } from './read-mount-table.ts';

export interface Placer {
  /**
   * Places of a walked chain: of its last object first, then of the links before it. With the object's descriptor, its
   * mount must be the one that the kernel names for it. null: cannot be told, and the judge refuses.
   */
  places(chain: readonly ChainLink[], fd?: number): readonly Place[] | null;
  /** What is mounted below the last object. */
  submounts(chain: readonly ChainLink[]): readonly MountEntry[];
}

/**
 * Reads the table of mounts, once. Where there is none by design (not Linux) nothing is known and device and inode decide
 * alone: no places, which is not the same as places that cannot be told.
 */
export function makePlacer(): Placer {
  if (process.platform !== 'linux') return { places: () => [], submounts: () => [] };
  const table = readMountTable();
  return {
    places(chain, fd) {
      const own = chain.at(-1);
      if (own === undefined) return [];
      if (table === null || (fd !== undefined && findMount(own.path, table)?.id !== mountOf(fd))) return null;
      return findAllPlaces([own, ...chain.filter(({ link }) => link !== null)], table);
    },
    submounts(chain) {
      const own = chain.at(-1);
      return own === undefined || table === null ? [] : findSubmounts(own.path, table);
    },
  };
}

function findAllPlaces(links: readonly ChainLink[], table: MountTable): readonly Place[] | null {
  const all: Place[] = [];
  for (const { path } of links) {
    const mount = findMount(path, table);
    const places = mount === null ? null : findPlaces(path, mount, table);
    if (places === null) return null;
    all.push(...places);
  }
  return all;
}

/** Id of the mount an object was opened on (proc_pid_fdinfo(5)); null: the kernel does not say. */
function mountOf(fd: number): number | null {
  try {
    const id = /^mnt_id:\s*(\d+)$/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'latin1'))?.[1];
    return id === undefined ? null : Number(id);
  } catch {
    return null;
  }
}
