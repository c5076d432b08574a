import { AppError } from '../../errors.ts';
import { BadAnswer } from './bad-answer.ts';
import type { DockerClient } from './docker-client.ts';
import { dial } from './docker-containers.ts';
import { exitCode, object } from './fields.ts';
import { engineFailed } from './translate-error.ts';

const WHAT = 'waiting for the container to end';
const GRACE = 200;

interface Wait {
  /** Settles when the engine has answered with headers: from then on no exit is missed. */
  readonly registered: Promise<unknown>;
  readonly cancel: AbortController;
}

/**
 * Waits for the *next* exit of containers. Since an exit before the engine has taken note of the wait would be missed for ever,
 * `ready` lets a start hold back until it has.
 */
export class ExitWaits {
  #client: DockerClient;
  #waits = new Map<string, Wait>();

  constructor(client: DockerClient) {
    this.#client = client;
  }

  wait(id: string, signal?: AbortSignal): Promise<{ readonly code: number }> {
    const cancel = new AbortController();
    signal?.addEventListener('abort', () => cancel.abort(), { once: true });
    let onRegistered = (): void => {};
    const registered = new Promise<void>((resolve) => (onRegistered = resolve));
    const wait: Wait = { registered, cancel };
    this.#waits.set(id, wait);
    const result = this.#exit(id, cancel.signal, onRegistered).finally(() => {
      onRegistered();
      if (this.#waits.get(id) === wait) this.#waits.delete(id);
    });
    // Whoever has lost interest (a start that failed) is not to be ended by an unhandled rejection.
    result.catch(() => {});
    return result;
  }

  async ready(id: string): Promise<void> {
    const wait = this.#waits.get(id);
    if (wait !== undefined) await this.#client.call({ what: WHAT, deadline: 10_000 }, () => wait.registered);
  }

  /** Ends the wait for a removed container that never ran, whose exit will not come; one that did run has a moment to tell. */
  cancel(id: string): void {
    const wait = this.#waits.get(id);
    if (wait !== undefined) setTimeout(() => wait.cancel.abort(), GRACE);
  }

  async #exit(id: string, signal: AbortSignal, onRegistered: () => void): Promise<{ readonly code: number }> {
    try {
      const code = await this.#client.call({ what: WHAT, deadline: 0, signal }, async (docker) => {
        const answer = await dial<NodeJS.ReadableStream>(docker, {
          path: `/containers/${id}/wait?`,
          method: 'POST',
          isStream: true,
          options: { condition: 'next-exit' },
          statusCodes: { 200: true },
        });
        onRegistered();
        return readExit(await readText(answer));
      });
      return { code };
    } catch (error) {
      if (error instanceof AppError && error.code === 'CANCELLED') throw engineFailed('it was removed', WHAT);
      throw error;
    }
  }
}

async function readText(body: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  for await (const chunk of body) {
    text += String(chunk);
    if (text.length > 65_536) throw new BadAnswer('it has no end');
  }
  return text;
}

/** `{StatusCode, Error: {Message} | null}` (Docker Engine API, ContainerWait). */
function readExit(body: string): number {
  let answer: unknown;
  try {
    answer = JSON.parse(body);
  } catch {
    throw new BadAnswer(`it is not JSON: ${body.slice(0, 200)}`);
  }
  const { Error: problem, StatusCode: code } = object(answer, 'the whole');
  if (problem !== undefined && problem !== null) {
    const { Message: message } = object(problem, 'Error');
    if (typeof message === 'string' && message !== '') throw engineFailed(message, WHAT);
  }
  return exitCode(code, 'StatusCode');
}
