import { performance } from 'node:perf_hooks';

/** Milliseconds since the process started, step by step. */
export class Timings {
  readonly #marks: { readonly step: string; readonly at: number }[] = [];

  mark(step: string): void {
    this.#marks.push({ step, at: Math.round(performance.now() * 10) / 10 });
  }

  /** Step → milliseconds since the process started at which it was over. */
  toJson(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#marks.map(({ step, at }) => [step, at]));
  }

  /** One line: each step with the time it took. */
  toLine(): string {
    let before = 0;
    const parts = this.#marks.map(({ step, at }) => {
      const took = at - before;
      before = at;
      return `${step} ${took.toFixed(0)} ms`;
    });
    return `${parts.join(' · ')} · in all ${before.toFixed(0)} ms`;
  }
}
