import type { Agent } from '../agents/agent.ts';

/** The agent with another version of its package than the pinned one. */
export function atVersion(agent: Agent, version: string | null): Agent {
  if (version === null || agent.install === null) return agent;
  return { ...agent, install: { ...agent.install, version } };
}
