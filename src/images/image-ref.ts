import type { Agent } from '../agents/agent.ts';
import type { ImageLayer } from '../plan/launch-options.ts';
import { imageChain } from './chain.ts';
import { readImageInputs } from './read-inputs.ts';

/** Reference of the image a session of this agent runs, for the plan: read from our files, the engine is not asked. */
export function imageRefFor(input: {
  readonly agent: Pick<Agent, 'name' | 'install'>;
  readonly options: { readonly image: string | null; readonly layer: ImageLayer | null };
  readonly programDir: string;
}): string {
  const { image, layer } = input.options;
  return imageChain(input.agent, image, readImageInputs(input.programDir), layer).ref;
}
