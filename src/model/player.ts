import type { Script } from './script.ts';

/** One answer of the model, in no dialect yet. */
interface Answer {
  /** Seconds to wait before it is given. */
  readonly delay: number;
  readonly text: string | null;
  readonly command: string | null;
}

export interface Player {
  /** The next step's answer. */
  next(): Answer;
}

/** Walks through a script: each call consumes the waits in front of the next answer, and that answer. */
export function createPlayer(script: Script): Player {
  const ended = (delay: number): Answer => ({ delay, text: script.end, command: null });
  const answers = script.steps.some((step) => step.kind === 'answer');
  let position = 0;
  return {
    next() {
      let delay = 0;
      for (;;) {
        if (position >= script.steps.length && script.repeat && answers) position = 0;
        const step = script.steps[position];
        if (step === undefined) return ended(delay);
        position += 1;
        if (step.kind === 'answer') return { delay, text: step.text, command: step.command };
        delay += step.seconds;
      }
    },
  };
}
