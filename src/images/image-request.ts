import type { Agent } from '../agents/agent.ts';
import type { ImageLayer } from '../plan/launch-options.ts';

/** What `ensureImage` is asked for. */
export interface ImageRequest {
  readonly agent: Pick<Agent, 'name' | 'install'>;
  /** The user's own base; null: ours. */
  readonly base: string | null;
  /** The user's own layer; absent: none. */
  readonly layer?: ImageLayer | null;
  /** Holds images/base and images/agent. */
  readonly programDir: string;
  /** Holds the lock. */
  readonly stateDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Packages this machine lacks for making a root file system may be installed without asking. */
  readonly assumeYes: boolean;
}

/** The request of a session. `CI=true` counts as consent. */
export function imageRequestFor(input: {
  readonly agent: Pick<Agent, 'name' | 'install'>;
  readonly options: { readonly image: string | null; readonly layer: ImageLayer | null };
  readonly facts: { readonly dirs: { readonly program: string; readonly state: string } };
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly assumeYes: boolean;
}): ImageRequest {
  return {
    agent: input.agent,
    base: input.options.image,
    layer: input.options.layer,
    programDir: input.facts.dirs.program,
    stateDir: input.facts.dirs.state,
    env: input.env,
    assumeYes: input.assumeYes || input.env['CI'] === 'true',
  };
}
