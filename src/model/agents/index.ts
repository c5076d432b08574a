import { claude } from './claude.ts';
import { codex } from './codex.ts';
import type { ModelAgent } from './model-agent.ts';
import { pi } from './pi.ts';

/** The agents the scripted model can talk to. */
export const modelAgents: readonly ModelAgent[] = [codex, claude, pi];
