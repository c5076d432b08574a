import Docker from 'dockerode';
import { boundedModem } from './bounded-modem.ts';
import { Deadline, type Deadlines } from './deadline.ts';
import { localAgent } from './local-agent.ts';
import { isDropped, translateError } from './translate-error.ts';

export interface CallOptions {
  /** Continues "while …". */
  readonly what: string;
  /** Milliseconds; 0: none. */
  readonly deadline: number;
  /** Cancels with CANCELLED. */
  readonly signal?: AbortSignal | undefined;
  /** Bytes of a whole answer; default 4 MiB. */
  readonly largest?: number;
  /** A status that is as good as done. */
  readonly tolerate?: readonly number[];
  /**
   * Done twice it is as if done once, so it is tried a second time, within the same deadline, when the connection broke.
   * Never for what makes something (create, build), begins something (start, attach, wait) or counts (a signal).
   */
  readonly again?: true;
}

/** An inspect of a busy engine has some ten thousand bytes. */
const LARGEST = 4 * 1024 * 1024;

type Use<T> = (docker: Docker, touch: () => void) => Promise<T>;

/** dockerode with a deadline, a cancelling signal and translated errors around each call. */
export class DockerClient {
  readonly endpoint: string;
  #docker: Docker;
  #deadlines: Deadlines;

  constructor(socketPath: string, endpoint: string, apiVersion: string, deadlines: Deadlines = asGiven) {
    this.endpoint = endpoint;
    this.#deadlines = deadlines;
    // `host` is given as undefined because dockerode would otherwise take it from DOCKER_HOST.
    const here = { host: undefined, protocol: 'http', socketPath, version: `v${apiVersion}`, agent: localAgent };
    this.#docker = new Docker(here as unknown as Docker.DockerOptions);
  }

  /**
   * `use` gets an object for this call only. The deadline covers everything `use` awaits; `touch` renews it, for progress
   * that is some (a message of a build), not for bytes. BadAnswer in `use` is the engine's failure.
   * Rejects with AppError, or, for a status listed in `tolerate`, resolves to null.
   */
  call<T>(options: CallOptions & { readonly tolerate: readonly number[] }, use: Use<T>): Promise<T | null>;
  call<T>(options: CallOptions, use: Use<T>): Promise<T>;
  async call<T>(options: CallOptions, use: Use<T>): Promise<T | null> {
    const time = options.deadline === 0 ? 0 : this.#deadlines(options.what, options.deadline);
    const deadline = new Deadline(time, this.endpoint, options.what, options.signal);
    const touch = (): void => deadline.touch();
    const docker = dockerOver(boundedModem(this.#docker.modem, deadline.signal, options.largest ?? LARGEST));
    const attempt = (): Promise<T> => use(docker, touch);
    try {
      const work = deadline.signal.aborted ? deadline.expired : attempt();
      return await Promise.race([options.again === true ? work.catch(onceMore(attempt)) : work, deadline.expired]);
    } catch (error) {
      if (options.tolerate?.includes((error as { statusCode?: number }).statusCode ?? 0) === true) return null;
      if (deadline.signal.aborted) throw deadline.signal.reason;
      throw translateError(error, this.endpoint, options.what);
    } finally {
      deadline.clear();
    }
  }
}

function onceMore<T>(attempt: () => Promise<T>): (error: unknown) => Promise<T> {
  return (error) => {
    if (isDropped(error)) return attempt();
    throw error;
  };
}

const asGiven: Deadlines = (_, milliseconds) => milliseconds;

/** dockerode takes a ready modem (lib/docker.js), which its types do not say. */
function dockerOver(modem: Docker['modem']): Docker {
  return new Docker({ modem } as unknown as Docker.DockerOptions);
}
