import Docker from 'dockerode';
import { boundedModem } from './bounded-modem.ts';
import { Deadline } from './deadline.ts';
import { translateError } from './translate-error.ts';

export interface CallOptions {
  /** Continues "while …". */
  readonly what: string;
  /** Milliseconds; 0: none. */
  readonly deadline: number;
  /** Cancels with CANCELLED. */
  readonly signal?: AbortSignal | undefined;
}

/** dockerode with a deadline, a cancelling signal and translated errors around each call. */
export class DockerClient {
  readonly endpoint: string;
  #docker: Docker;

  constructor(socketPath: string, endpoint: string, apiVersion: string) {
    this.endpoint = endpoint;
    // `host` is given as undefined because dockerode would otherwise take it from DOCKER_HOST.
    const here = { host: undefined, protocol: 'http', socketPath, version: `v${apiVersion}` };
    this.#docker = new Docker(here as unknown as Docker.DockerOptions);
  }

  /**
   * `use` gets an object for this call only. The deadline covers everything `use` awaits; `touch` renews it.
   * Rejects with AppError, or, for a status listed in `tolerate`, resolves to null.
   */
  async call<T>(
    options: CallOptions & { readonly tolerate?: readonly number[] },
    use: (docker: Docker, touch: () => void) => Promise<T>,
  ): Promise<T | null> {
    const deadline = new Deadline(options.deadline, this.endpoint, options.what, options.signal);
    const touch = (): void => deadline.touch();
    const modem = boundedModem(this.#docker.modem, deadline.signal, touch);
    try {
      const work = deadline.signal.aborted ? deadline.expired : use(dockerOver(modem), touch);
      return await Promise.race([work, deadline.expired]);
    } catch (error) {
      if (options.tolerate?.includes((error as { statusCode?: number }).statusCode ?? 0) === true) return null;
      if (deadline.signal.aborted) throw deadline.signal.reason;
      throw translateError(error, this.endpoint, options.what);
    } finally {
      deadline.clear();
    }
  }
}

/** dockerode takes a ready modem (lib/docker.js), which its types do not say. */
function dockerOver(modem: Docker['modem']): Docker {
  return new Docker({ modem } as unknown as Docker.DockerOptions);
}
