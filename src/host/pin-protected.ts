import { closeSync, lstatSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Agent } from '../agents/agent.ts';
import type { ProtectedObject, ProtectedObjects } from '../judge/judge-input.ts';
import type { MountEntry, Place } from '../judge/place.ts';
import { protectedPaths } from '../judge/protected-paths.ts';
import type { HostFacts } from './facts.ts';
import { findHardLinks } from './find-hard-links.ts';
import type { ChainLink, Pin } from './pin.ts';
import { pinSource } from './pin-source.ts';
import { makePlacer } from './placer.ts';
import type { Placer } from './placer.ts';

/**
 * Identifies what the judge protects: paths that exist, links among them with both their place and their target; and for
 * the others the directory in which they would be made. Then looks whether a pinned file is a hard link of one of them.
 */
export function pinProtected(
  facts: Pick<HostFacts, 'user' | 'dirs'>,
  agents: readonly Agent[],
  launched: string,
  pins: ReadonlyMap<string, Pin>,
  placer: Placer = makePlacer(),
): ProtectedObjects {
  const home = walkChain(facts.user.home);
  const entries = protectedPaths(facts, agents, launched).map((entry) => ({ ...entry, chain: walkChain(entry.path) }));
  const existing = entries.filter(({ chain }) => chain.length > 0);
  const parents = new Map([[facts.user.home, home], ...existing.flatMap(({ path, chain }) => parentOf(path, chain))]);
  const absent = entries
    .filter(({ chain }) => chain.length === 0)
    .map((entry) => ({ ...entry, chain: existingParent(entry.path, parents) }));
  const known = new Map([...new Set(absent.map(({ chain }) => chain))].map((chain) => [chain, placer.places(chain)]));
  const objects: readonly ProtectedObject[] = [
    ...existing.map((entry) => ({
      ...entry,
      exists: true,
      places: placer.places(entry.chain),
      submounts: entry.lendsPlace === true ? [] : placer.submounts(entry.chain).map(toPlace),
    })),
    ...absent.map((entry) => ({ ...entry, exists: false, places: known.get(entry.chain) ?? null, submounts: [] })),
  ];
  return { home: { chain: home, places: placer.places(home) }, objects, hardLinks: findHardLinks(pins, objects) };
}

function toPlace({ device, root }: MountEntry): Place {
  return { device, path: root };
}

/** Chain of a path, every link followed and recorded; empty when it leads nowhere. Nothing stays open. */
export function walkChain(path: string): readonly ChainLink[] {
  try {
    // Most of what is asked for does not exist: one call says so.
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return [];
    const pin = pinSource(path, { uid: 0, expect: 'any', allowLink: () => true });
    closeSync(pin.fd);
    return pin.chain;
  } catch {
    return [];
  }
}

/** The chain of the directory an object lies in is known with the object's, unless links lead to it. */
function parentOf(path: string, chain: readonly ChainLink[]): [string, readonly ChainLink[]][] {
  const parent = dirname(path);
  return chain.at(-2)?.path === parent && chain.every(({ link }) => link === null)
    ? [[parent, chain.slice(0, -1)]]
    : [];
}

/** Chain of the nearest directory above `path` that exists; most share one. */
function existingParent(path: string, known: Map<string, readonly ChainLink[]>): readonly ChainLink[] {
  const parent = dirname(path);
  const found = known.get(parent);
  if (found !== undefined) return found;
  const own = walkChain(parent);
  const chain = own.length > 0 || parent === '/' ? own : existingParent(parent, known);
  known.set(parent, chain);
  return chain;
}
