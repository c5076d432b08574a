import type { Agent } from '../agents/agent.ts';
import { imageChain } from './chain.ts';
import { readImageInputs } from './read-inputs.ts';

/** Reference of the image a session of this agent runs, for the plan: read from our files, the engine is not asked. */
export function imageRefFor(input: {
  readonly agent: Pick<Agent, 'name' | 'install'>;
  readonly options: { readonly image: string | null };
  readonly programDir: string;
}): string {
  return imageChain(input.agent, input.options.image, readImageInputs(input.programDir)).ref;
}
