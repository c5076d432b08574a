import { closeSync, lstatSync } from 'node:fs';
import type { Agent } from '../agents/agent.ts';
import type { ProtectedObjects } from '../judge/judge-input.ts';
import { protectedPaths } from '../judge/protected-paths.ts';
import type { HostFacts } from './facts.ts';
import type { ChainLink } from './pin.ts';
import { pinSource } from './pin-source.ts';

/** Identifies what the judge protects: those paths that exist, links among them with both their place and their target. */
export function pinProtected(
  facts: Pick<HostFacts, 'user' | 'dirs'>,
  agents: readonly Agent[],
  launched: string,
): ProtectedObjects {
  const objects = protectedPaths(facts, agents, launched).flatMap((entry) => {
    const chain = walkChain(entry.path);
    return chain.length === 0 ? [] : [{ ...entry, chain }];
  });
  return { home: walkChain(facts.user.home), objects };
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
