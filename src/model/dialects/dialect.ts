/** One of the wire protocols agents speak to a model. Pure: bodies in, bodies out. */
export interface Dialect {
  readonly name: string;
  /** The request line it answers: POST to a path ending so. */
  readonly path: string;
  /** What matters of a request body. */
  read(body: Readonly<Record<string, unknown>>): ModelRequest;
  /** The whole response for a client that does not stream. */
  whole(reply: Reply): unknown;
  /** The server-sent events for one that does. */
  events(reply: Reply): readonly ServerEvent[];
}

export interface ModelRequest {
  readonly model: string;
  readonly stream: boolean;
  /** Names of the tools offered. */
  readonly tools: readonly string[];
}

export interface Reply {
  /** Unique per answer; ids in the dialect are made from it. */
  readonly id: string;
  readonly model: string;
  /** Seconds since 1970. */
  readonly time: number;
  readonly text: string | null;
  readonly call: { readonly tool: string; readonly arguments: Readonly<Record<string, unknown>> } | null;
}

export interface ServerEvent {
  /** Left out of the stream when null. */
  readonly event: string | null;
  /** JSON, or the literal `[DONE]`. */
  readonly data: unknown;
}
