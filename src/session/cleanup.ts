/** An undo stack: unwound in reverse, each entry isolated, the same path for success, failure and signals. */
export class Cleanup {
  readonly #entries: { readonly what: string; readonly undo: () => void | Promise<void> }[] = [];
  #done: Promise<void> | null = null;
  readonly #onError: (what: string, error: unknown) => void;

  /** `onError` hears of undo steps that failed; they never replace the reason of the end. */
  constructor(onError: (what: string, error: unknown) => void) {
    this.#onError = onError;
  }

  /** What is pushed after the unwinding has begun is undone at once: nobody comes back for it. */
  push(what: string, undo: () => void | Promise<void>): void {
    this.#entries.push({ what, undo });
    if (this.#done !== null) this.#done = this.#done.then(() => this.#run());
  }

  /** Undone last: what must wait until everything else is as it was. */
  pushFirst(what: string, undo: () => void | Promise<void>): void {
    this.#entries.unshift({ what, undo });
  }

  /** Runs everything once; later calls wait for the same run. */
  unwind(): Promise<void> {
    this.#done ??= this.#run();
    return this.#done;
  }

  async #run(): Promise<void> {
    for (let entry = this.#entries.pop(); entry !== undefined; entry = this.#entries.pop()) {
      try {
        await entry.undo();
      } catch (error) {
        this.#onError(entry.what, error);
      }
    }
  }
}
