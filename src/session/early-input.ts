import type { Readable, Writable } from 'node:stream';

const KEEP = 64 * 1024;

/** A terminal's input side as Node has it. */
export interface RawInput extends Readable {
  readonly isTTY?: boolean;
  setRawMode?(raw: boolean): unknown;
}

/**
 * The user's keys from the moment the terminal is raw until the agent runs: read, kept, and handed over in order.
 * Nothing else reads stdin, so no key is lost and Ctrl-C typed early reaches the program.
 */
export class EarlyInput {
  readonly #stdin: RawInput;
  /** The agent has the keys now. */
  connected = false;
  #kept: Buffer[] = [];
  #size = 0;
  readonly #listener = (chunk: Buffer): void => {
    this.#kept.push(chunk);
    this.#size += chunk.length;
    if (this.#size > KEEP) this.#stdin.pause();
    if (chunk.includes(3)) this.#onInterrupt();
  };
  readonly #onInterrupt: () => void;

  /** `onInterrupt` hears of each Ctrl-C among the kept keys. */
  constructor(stdin: RawInput, onInterrupt: () => void) {
    this.#stdin = stdin;
    this.#onInterrupt = onInterrupt;
  }

  /** Node believes the terminal is raw still; after a stop, the shell has made it otherwise. */
  readonly #onContinue = (): void => {
    this.#stdin.setRawMode?.(false);
    this.#stdin.setRawMode?.(true);
  };

  start(): void {
    this.#stdin.setRawMode?.(true);
    process.on('SIGCONT', this.#onContinue);
    this.#stdin.on('data', this.#listener);
  }

  /** Gives what was kept to `target` and connects the rest. */
  connect(target: Writable): void {
    this.connected = true;
    this.#stdin.off('data', this.#listener);
    for (const chunk of this.#kept) target.write(chunk);
    this.#kept = [];
    this.#stdin.pipe(target, { end: false });
    this.#stdin.resume();
  }

  /** Back to the line mode; safe to call at any time and more than once. */
  stop(target?: Writable): void {
    process.off('SIGCONT', this.#onContinue);
    this.#stdin.off('data', this.#listener);
    if (target !== undefined) this.#stdin.unpipe(target);
    this.#stdin.pause();
    this.#stdin.setRawMode?.(false);
  }
}
