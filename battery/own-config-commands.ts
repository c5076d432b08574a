import type { ConfigFacts } from './config-facts.ts';

const MOST = 64;

/**
 * The names the gate looks up in the image: programs of hooks, servers and helpers. Others than plain names and paths are left out, a
 * path relative to wherever the agent is started too: nobody can say what it would be.
 */
export function ownConfigCommands({ commands }: Pick<ConfigFacts, 'commands'>): readonly string[] {
  const names = commands
    .map(({ program }) => program)
    .filter((name) => /^[A-Za-z0-9_./~+@-]{1,200}$/.test(name) && (!name.includes('/') || /^[/~]/.test(name)));
  return [...new Set(names)].slice(0, MOST);
}
