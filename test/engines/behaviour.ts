import type { Attachment, ContainerSpec, Engine } from '../../src/engine/engine.ts';

/** Something every engine that sessions run on must do, through our adapter. */
export interface Behaviour {
  readonly title: string;
  readonly check: (at: Bench) => Promise<void>;
}

/** One engine, with a small image; what is made is removed after each behaviour. */
export interface Bench {
  readonly engine: Engine;
  /** What the engine itself said it must be; null: anything. */
  readonly version: RegExp | null;
  readonly image: string;
  create(changes: Partial<ContainerSpec>): Promise<string>;
  /** Creates, attaches, waits, starts `sh -c script`. */
  run(script: string, changes?: Partial<ContainerSpec>): Promise<RunningContainer>;
  /** The same to its end: what it wrote. */
  output(script: string, changes?: Partial<ContainerSpec>): Promise<string>;
}

export interface RunningContainer {
  readonly id: string;
  readonly attached: Attachment;
  readonly exit: Promise<{ readonly code: number }>;
}
