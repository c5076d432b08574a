import { AppError } from '../errors.ts';
import type { SignalHandler } from './signals.ts';
import { signalNumbers } from './signals.ts';

/**
 * What signals mean changes during a session: until the agent runs they cancel the launch, then they belong to the
 * agent. One listener, whose meaning is set as the session goes on.
 */
export class Interruption {
  readonly #controller = new AbortController();
  #handler: SignalHandler = (signal) => this.cancel(signal);
  #signal: NodeJS.Signals | null = null;

  /** Aborted when the launch is cancelled: builds listen to it. */
  get abort(): AbortSignal {
    return this.#controller.signal;
  }

  /** The signal that cancelled the launch. */
  get signal(): NodeJS.Signals | null {
    return this.#signal;
  }

  readonly onSignal: SignalHandler = (signal, count) => this.#handler(signal, count);

  cancel(signal: NodeJS.Signals): void {
    this.#signal ??= signal;
    this.#controller.abort(
      new AppError('CANCELLED', 'cancelled before the agent was started', 'Nothing of the agent ran.'),
    );
  }

  /** For work that goes on beside the race: throws the cancellation once there is one. */
  readonly throwIfCancelled = (): void => {
    if (this.abort.aborted) throw this.abort.reason as Error;
  };

  /** From now on `handler` decides. */
  handOver(handler: SignalHandler): void {
    this.#handler = handler;
  }

  /** The promise, or the cancellation if that comes first. */
  async race<T>(promise: Promise<T>): Promise<T> {
    promise.catch(() => undefined);
    if (this.abort.aborted) throw this.abort.reason as Error;
    let onAbort = (): void => undefined;
    const cancelled = new Promise<never>((_, reject) => {
      onAbort = () => reject(this.abort.reason as Error);
      this.abort.addEventListener('abort', onAbort);
    });
    return Promise.race([promise, cancelled]).finally(() => this.abort.removeEventListener('abort', onAbort));
  }
}

/** 128 + n. */
export function signalExitCode(signal: NodeJS.Signals): number {
  return 128 + (signalNumbers[signal] ?? 15);
}
