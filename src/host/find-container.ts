import { existsSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import type { MountTable } from '../judge/place.ts';
import { containerIds } from './container-ids.ts';
import { readMountTable } from './read-mount-table.ts';

/** What this system says about being a container. Hints only: a session could have written none of them, but a user can. */
export interface ContainerClues {
  /** Ids this container may have at the engine that made it, likeliest first. */
  readonly ids: readonly string[];
  /** Whether it is a container at all, as far as can be told. */
  readonly inside: boolean;
  /** null: cannot be read. */
  readonly table: MountTable | null;
}

/** Looks; never fails. The marker files are Docker's and Podman's (podman-run(1)). */
export function findContainer(): ContainerClues {
  const table = readMountTable();
  const made = containerIds(table, readCgroup());
  const name = hostname();
  const ids = /^[0-9a-f]{12}$/.test(name) && !made.some((id) => id.startsWith(name)) ? [...made, name] : made;
  const inside = made.length > 0 || ['/.dockerenv', '/run/.containerenv'].some((path) => existsSync(path));
  return { ids, inside, table };
}

function readCgroup(): string {
  try {
    return readFileSync('/proc/self/cgroup', 'latin1');
  } catch {
    return '';
  }
}
