import { Writable } from 'node:stream';

/** Takes everything and keeps the last `limit` bytes. For a detached session's terminal, which has a size all the same. */
export class OutputTail extends Writable {
  readonly isTTY: boolean;
  readonly columns: number;
  readonly rows: number;
  readonly #limit: number;
  #chunks: Buffer[] = [];
  #size = 0;

  constructor(limit: number, terminal: { readonly columns: number; readonly rows: number } | null) {
    super();
    this.#limit = limit;
    this.isTTY = terminal !== null;
    this.columns = terminal?.columns ?? 0;
    this.rows = terminal?.rows ?? 0;
  }

  get bytes(): Buffer {
    return Buffer.concat(this.#chunks).subarray(-this.#limit);
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    // Joined now and then, not at every chunk: twice the limit is the most that is ever held.
    if (this.#size > 2 * this.#limit) {
      this.#chunks = [this.bytes];
      this.#size = this.#limit;
    }
    done();
  }
}
