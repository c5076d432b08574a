import { AppError } from '../../errors.ts';

/** The time a call has: what it is (`while …`) and its usual time in, the time it gets out. Only tests shorten any. */
export type Deadlines = (what: string, milliseconds: number) => number;

/**
 * A time limit on one call. Its signal destroys the call's socket; `expired` rejects at the same moment, so that a call
 * whose library has lost its answer does not hang. `touch` starts the time anew: an idle limit for calls that show progress.
 */
export class Deadline {
  readonly signal: AbortSignal;
  readonly expired: Promise<never>;
  #controller = new AbortController();
  #reject: (error: AppError) => void = () => {};
  #timer: NodeJS.Timeout;
  #outer: AbortSignal | undefined;
  #onAbort = (): void => {
    this.#end(new AppError('CANCELLED', 'Cancelled', 'Run the command again to start over'));
  };

  /** `ms` 0: no limit. `outer` cancels with CANCELLED. */
  constructor(ms: number, endpoint: string, what: string, outer?: AbortSignal) {
    this.signal = this.#controller.signal;
    this.expired = new Promise((_, reject) => (this.#reject = reject));
    this.expired.catch(() => {});
    this.#timer = setTimeout(() => this.#end(timeout(ms, endpoint, what)), ms);
    if (ms === 0) clearTimeout(this.#timer);
    this.#outer = outer;
    if (outer?.aborted === true) this.#onAbort();
    else outer?.addEventListener('abort', this.#onAbort, { once: true });
  }

  touch(): void {
    if (!this.signal.aborted) this.#timer.refresh();
  }

  /** The call has ended by itself. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#outer?.removeEventListener('abort', this.#onAbort);
  }

  #end(error: AppError): void {
    this.clear();
    this.#reject(error);
    this.#controller.abort(error);
  }
}

function timeout(ms: number, endpoint: string, what: string): AppError {
  return new AppError(
    'ENGINE_TIMEOUT',
    `The engine at ${endpoint} did not answer within ${ms / 1000} s while ${what}`,
    'See whether it is overloaded or stuck: docker info; restart it if it does not answer either',
  );
}
