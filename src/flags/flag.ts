/** One flag: its spelling, what it takes, and its help. Parsing, help and the table in the docs follow from it. */
export interface Flag {
  /** Key in the parsed values, camelCase. */
  readonly key: string;
  readonly short?: string;
  /** Without dashes. */
  readonly long: string;
  /** Placeholder of the value; absent: a switch. */
  readonly value?: string;
  readonly choices?: readonly string[];
  readonly repeatable?: boolean;
  readonly help: string;
  /** Default as shown in the help. */
  readonly fallback?: string;
}

/** Values as typed: switches are true, repeatable flags are lists, absent ones are missing. */
export type FlagValues = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
