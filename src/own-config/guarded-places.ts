import type { GuardedPlace } from '../../battery/config-facts.ts';
import type { Agent } from '../agents/agent.ts';
import type { HostFacts } from '../host/facts.ts';
import type { ProtectedObjects } from '../judge/judge-input.ts';
import { protectedPaths } from '../judge/protected-paths.ts';

/**
 * Where no link of an agent's own configuration may lead: what no bind source may be either, but for this program, in which there is
 * nothing to hide, and the agent's own login beside its directory. Places that do not exist are known by their path alone.
 */
export function guardedPlaces(
  facts: Pick<HostFacts, 'user' | 'dirs'>,
  agents: readonly Agent[],
  agent: Agent,
  { objects }: ProtectedObjects,
): readonly GuardedPlace[] {
  const fine = new Set([facts.dirs.program, ...agent.credentialFiles.map((file) => `${facts.user.home}/${file}`)]);
  // What does not exist has the chain of the directory it would be made in: everything in the home would lie in that.
  const chains = new Map(objects.filter(({ exists }) => exists).map(({ path, chain }) => [path, chain]));
  return protectedPaths(facts, agents, agent.name)
    .filter(({ path }) => !fine.has(path))
    .map((place) => ({ ...place, chain: chains.get(place.path) ?? [] }));
}
