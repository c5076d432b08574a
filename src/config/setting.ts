import type { ExtraMount, LaunchOptions, RequestedVariable } from '../plan/launch-options.ts';

/** What configuration can set, with final values. Each key is one entry of `settings.ts`. */
export interface Settings {
  readonly skills: LaunchOptions['skills'];
  readonly network: LaunchOptions['network'];
  readonly readOnly: boolean;
  readonly memory: LaunchOptions['memory'];
  readonly cpus: number | null;
  readonly pids: number;
  /** Bytes. */
  readonly homeSize: number;
  readonly imageBase: string | null;
  readonly imageApt: readonly string[];
  readonly imageRun: readonly string[];
  readonly mount: readonly ExtraMount[];
  readonly env: readonly RequestedVariable[];
  readonly unattended: boolean;
  readonly cache: boolean;
  readonly agentVersion: string | null;
  readonly review: LaunchOptions['review'];
}

export type SettingKey = keyof Settings;

/** Where a value stands, for messages and for paths in it. */
interface ValueContext {
  /** As the user wrote it: `--memory`, `SANDBOX_MEMORY`, `memory`. */
  readonly name: string;
  /** Replaces `~/` at the start of a path; null: the shell has done so. */
  readonly home: string | null;
  /** Makes relative paths absolute; null: they are refused. */
  readonly cwd: string | null;
}

/** One thing that can be configured: how it is spelled in each place, and how its text or YAML value is read. */
export interface Setting<K extends SettingKey> {
  /** Path in a configuration file: `memory`, `image.apt`. */
  readonly path: string;
  readonly variable: string;
  /** Key in the parsed flags; null: there is no flag. */
  readonly flag: string | null;
  /** One sentence for the schema and the documentation. */
  readonly description: string;
  /** The default in words. */
  readonly fallback: string;
  /** `raw`: text, or a YAML value of a type the schema allows; a list for lists. Throws BAD_VALUE with what and remedy. */
  readonly parse: (raw: unknown, context: ValueContext) => Settings[K];
}
