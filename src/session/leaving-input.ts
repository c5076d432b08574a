import { Writable } from 'node:stream';
import { LeaveKeys } from './leave-keys.ts';

/** Milliseconds within which the second Ctrl-] follows the first. */
const PATIENCE = 600;

/** The way of a person's keys into a session, which Ctrl-] twice ends. */
export class LeavingInput extends Writable {
  readonly #target: Writable;
  readonly #onLeave: () => void;
  readonly #keys = new LeaveKeys();
  #timer: NodeJS.Timeout | null = null;

  constructor(target: Writable, onLeave: () => void) {
    super();
    this.#target = target;
    this.#onLeave = onLeave;
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    const { pass, leave } = this.#keys.feed(chunk);
    this.#timer = this.#keys.holds ? setTimeout(() => this.#pass(this.#keys.flush()), PATIENCE) : null;
    this.#pass(pass, done);
    if (leave) this.#onLeave();
  }

  override _destroy(_error: Error | null, done: () => void): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    done();
  }

  #pass(bytes: Buffer, done: () => void = () => undefined): void {
    if (bytes.length === 0) done();
    else this.#target.write(bytes, () => done());
  }
}
