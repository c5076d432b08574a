import { modelAgents } from './agents/index.ts';
import type { ModelRequest, Reply } from './dialects/dialect.ts';
import type { Player } from './player.ts';

/** What an agent gets when it asks for something else than the next step: a title, a summary, a probe. */
const ASIDE = 'Scripted model.';

/**
 * Answers one request. Only a request that offers a tool for shell commands is the agent's main conversation and consumes
 * a step; agents also ask for titles and the like, with other tools or none.
 * @returns the reply without the fields that depend on time and identity, and the seconds to wait before it
 */
export function reply(request: ModelRequest, player: Player): Pick<Reply, 'text' | 'call'> & { delay: number } {
  const tool = modelAgents.map((agent) => agent.shellTool).find(({ name }) => request.tools.includes(name));
  if (tool === undefined) return { text: ASIDE, call: null, delay: 0 };
  const { text, command, delay } = player.next();
  return { text, call: command === null ? null : { tool: tool.name, arguments: tool.arguments(command) }, delay };
}
