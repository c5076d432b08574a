/** What discovery may look at; gathered by the caller, so that tests pass a literal. */
export interface DiscoveryInput {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** Endpoint named by the user (`unix:///path`), before anything else. */
  readonly endpoint: string | null;
}

/** A socket worth asking. */
export interface Candidate {
  /** Where the idea comes from, for messages: `DOCKER_HOST`, `context desktop-linux`, `default socket`. */
  readonly origin: string;
  /** Absolute path of a unix socket. */
  readonly socketPath: string;
  /** Chosen by the user: its failure is the answer, nothing after it is tried. */
  readonly decisive: boolean;
}

/** One way of finding an engine. Empty: it has nothing to say. Throws AppError when what it found cannot be used. */
export type Strategy = (input: DiscoveryInput) => Promise<readonly Candidate[]>;
