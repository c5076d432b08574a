import { closeSync, lstatSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Agent } from '../agents/agent.ts';
import type { ProtectedObject, ProtectedObjects } from '../judge/judge-input.ts';
import { protectedPaths } from '../judge/protected-paths.ts';
import type { Located } from '../judge/relation.ts';
import type { HostFacts } from './facts.ts';
import { findHardLinks } from './find-hard-links.ts';
import type { Pin, WalkedPin } from './pin.ts';
import { pinSource } from './pin-source.ts';
import { placer } from './placer.ts';
import type { Placed } from './placer.ts';

type Walked = Pick<WalkedPin, 'chain' | 'stands'>;

/**
 * Identifies what the judge protects: paths that exist, links among them with both their place and their target; and for
 * the others the directory in which they would be made. Then looks whether a pinned file is a hard link of one of them.
 */
export function pinProtected(
  facts: Pick<HostFacts, 'user' | 'dirs'>,
  agents: readonly Agent[],
  launched: string,
  pins: ReadonlyMap<string, Pin>,
): ProtectedObjects {
  const parents = new Map<string, Walked | null>();
  const home = walk(facts.user.home);
  const walks = protectedPaths(facts, agents, launched).flatMap((entry) => {
    const walked = walk(entry.path);
    if (walked !== null) return [{ entry, walked, exists: true }];
    const parent = existingParent(entry.path, parents);
    return parent === null ? [] : [{ entry, walked: parent, exists: false }];
  });
  const place = placer();
  const objects = walks.map(({ entry, walked, exists }): ProtectedObject => {
    const { places, submountPlaces } = place(walked.stands);
    return {
      ...entry,
      chain: walked.chain,
      places,
      exists,
      submounts: exists && entry.lendsPlace !== true ? submountPlaces : [],
    };
  });
  return { home: locate(home, place), objects, hardLinks: findHardLinks(pins, objects) };
}

/** Walks a path, every link followed and recorded; null when it leads nowhere. Nothing stays open. */
export function walk(path: string): Walked | null {
  try {
    // Most of what is asked for does not exist: one call says so.
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return null;
    const { fd, chain, stands } = pinSource(path, { uid: 0, expect: 'any', allowLink: () => true });
    closeSync(fd);
    return { chain, stands };
  } catch {
    return null;
  }
}

/** What was walked, with its places; nothing was: an empty chain, which is in no relation to anything. */
export function locate(walked: Walked | null, place: (stands: WalkedPin['stands']) => Placed): Located {
  return walked === null ? { chain: [], places: [] } : { chain: walked.chain, places: place(walked.stands).places };
}

/** The nearest directory above `path` that exists; most share one. */
function existingParent(path: string, known: Map<string, Walked | null>): Walked | null {
  const parent = dirname(path);
  const found = known.get(parent);
  if (found !== undefined) return found;
  const walked = walk(parent) ?? (parent === '/' ? null : existingParent(parent, known));
  known.set(parent, walked);
  return walked;
}
