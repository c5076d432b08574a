import type { EngineInfo, Engine } from '../engine/engine.ts';
import type { AppError } from '../errors.ts';
import type { HostFacts } from '../host/facts.ts';
import type { ListedImage } from '../images/image-status.ts';

export type State = 'ok' | 'warn' | 'fail' | 'not-available';

/** What a probe found, judged. */
export interface Verdict {
  readonly state: State;
  /** May hold untrusted bytes: printed through the escaper only. */
  readonly found: string;
  /** Instead of the probe's own; it is a person's next step. */
  readonly mend?: string;
}

/** One line of the report. `mend` is null when there is nothing to mend. */
export interface Line {
  readonly id: string;
  readonly title: string;
  readonly state: State;
  readonly found: string;
  readonly why: string;
  readonly mend: string | null;
}

/** An engine that answered, and when (milliseconds since the epoch, this machine's clock). */
export interface AskedEngine {
  readonly engine: Engine;
  readonly info: EngineInfo;
  readonly askedAt: number;
  readonly answeredAt: number;
}

/** Everything a probe may look at. What asks the engine asks it once, for all probes. */
export interface DoctorContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly user: HostFacts['user'];
  readonly dirs: HostFacts['dirs'];
  readonly workspace: string;
  readonly version: string;
  /** Null: standard output is no terminal. */
  readonly terminal: { readonly columns: number; readonly rows: number } | null;
  /** Rejects with AppError (ENGINE_*). */
  readonly engine: () => Promise<AskedEngine>;
  /** Our images at the engine. Rejects as `engine` and `configuration` do. */
  readonly images: () => Promise<readonly ListedImage[]>;
  /** Null: valid; else everything that is wrong. */
  readonly configuration: () => Promise<AppError | null>;
}

/** One look: `gather` touches the world and changes nothing, `judge` is pure. */
export interface Probe<Facts> {
  /** Stable: scripts select lines by it. */
  readonly id: string;
  readonly title: string;
  readonly why: string;
  /** The command or step that mends it, unless the verdict knows a better one. */
  readonly mend: string;
  gather(context: DoctorContext): Facts | Promise<Facts>;
  judge(facts: Facts): Verdict;
}

/** A probe whatever its facts are. */
export interface AnyProbe extends Omit<Probe<unknown>, 'gather' | 'judge'> {
  look(context: DoctorContext): Promise<Verdict>;
}

/** Hides the type of a probe's facts: a list of probes needs none. */
export function probe<Facts>(made: Probe<Facts>): AnyProbe & Pick<Probe<Facts>, 'gather' | 'judge'> {
  return { ...made, look: async (context) => made.judge(await made.gather(context)) };
}
