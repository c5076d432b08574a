import { AppError } from '../errors.ts';
import type { Agent } from './agent.ts';
import { claude } from './claude.ts';
import { codex } from './codex.ts';
import { pi } from './pi.ts';
import { shell } from './shell.ts';

/** Every agent, in the order people see them. A new agent is its file and its line here. */
export const agents: readonly Agent[] = [codex, claude, pi, shell];

/**
 * The agent of that name. Looked up in a list, so `constructor` or `__proto__` are as unknown as any other word.
 * @throws AppError UNKNOWN_AGENT, naming the known ones
 */
export function findAgent(name: string): Agent {
  const found = agents.find((agent) => agent.name === name);
  if (found) return found;
  const known = agents.map((agent) => agent.name).join(', ');
  throw new AppError('UNKNOWN_AGENT', `unknown agent "${name}"`, `Known agents: ${known}.`);
}
