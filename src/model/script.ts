/** What the scripted model does, in order. Read from YAML or JSON by `parseScript`. */
export interface Script {
  readonly steps: readonly Step[];
  /** After the last step: begin again instead of answering with `end`. */
  readonly repeat: boolean;
  /** The answer to every request after the last step. */
  readonly end: string;
}

/**
 * One step. `wait` delays the step after it; every other step is one answer of the model: `say` alone ends the agent's
 * turn, `run` and `write` are a tool call (with `say` as the text before it) whose result is answered by the next step.
 */
export type Step =
  | { readonly kind: 'wait'; /** Seconds. */ readonly seconds: number }
  | { readonly kind: 'answer'; readonly text: string | null; /** For bash. */ readonly command: string | null };
