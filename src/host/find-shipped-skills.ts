import { existsSync, lstatSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { ShippedSkills } from './facts.ts';

/**
 * Which skills the program directory holds, and what lies in the agent's own skills directory in their place. `own` is that
 * directory, absolute; null: the agent has none. Nothing is followed but what the config directory's own path follows.
 */
export function findShippedSkills(program: string, own: string | null): ShippedSkills {
  const names = own === null ? [] : findNames(join(program, 'skills'));
  const none: ShippedSkills = { names, place: 'absent', link: null, taken: {} };
  const stat = own === null ? undefined : look(own);
  if (own === null || stat === undefined) return none;
  if (stat.isSymbolicLink()) return { ...none, place: 'link', link: readText(own) };
  if (!stat.isDirectory()) return { ...none, place: 'other' };
  const taken = names.flatMap((name) => {
    const what = whatIs(join(own, name));
    return what === null ? [] : [[name, what] as const];
  });
  return { ...none, place: 'directory', taken: Object.fromEntries(taken) };
}

function findNames(directory: string): readonly string[] {
  try {
    return readdirSync(directory)
      .filter((name) => existsSync(join(directory, name, 'SKILL.md')))
      .sort();
  } catch {
    return [];
  }
}

/** Null: nothing, or an empty directory such as the one we made at an earlier launch. */
function whatIs(path: string): 'skill' | 'link' | 'other' | null {
  const stat = look(path);
  if (stat === undefined) return null;
  if (stat.isSymbolicLink()) return 'link';
  if (!stat.isDirectory()) return 'other';
  try {
    return readdirSync(path).length === 0 ? null : 'skill';
  } catch {
    return 'skill';
  }
}

function look(path: string) {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function readText(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}
