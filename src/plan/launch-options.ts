/** What the user asked for, after flags and configuration were merged: every value present and valid by itself. */
export interface LaunchOptions {
  readonly agent: string;
  /** Given with -w; null: the default rule. Absolute. */
  readonly workspace: string | null;
  readonly readOnly: boolean;
  readonly skills: 'rw' | 'ro' | 'off';
  readonly mounts: readonly ExtraMount[];
  readonly env: readonly RequestedVariable[];
  readonly network: 'internet' | 'none';
  readonly memory: number | { readonly share: number };
  readonly cpus: number | null;
  readonly pids: number;
  readonly homeSize: number;
  readonly image: string | null;
  readonly unattended: boolean;
  /** null: decided by whether stdin and stdout are terminals. */
  readonly tty: boolean | null;
  /** Confirmed git common directory. Absolute. */
  readonly gitDir: string | null;
  readonly allowNested: boolean;
  readonly args: readonly string[];
  /** Embedded scripted model: directory of its read-only bundle, script in it, file for its requests; null outside `demo` and tests. */
  readonly model: { readonly bundle: string; readonly script: string; readonly record: string | null } | null;
}

export interface ExtraMount {
  readonly source: string;
  readonly target: string;
  readonly mode: 'ro' | 'rw';
}

export interface RequestedVariable {
  readonly name: string;
  /** undefined: taken from the host by name. */
  readonly value?: string;
}
