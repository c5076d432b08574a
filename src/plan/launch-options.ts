import type { Approvals } from '../judge/approvals.ts';

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
  /** Ports of the session that programs of this machine reach at 127.0.0.1, ascending, none twice. */
  readonly publish: readonly number[];
  readonly memory: number | { readonly share: number };
  readonly cpus: number | null;
  readonly pids: number;
  readonly homeSize: number;
  /** Image to build on; null: ours. */
  readonly image: string | null;
  /** The user's own layer between base and agent; null: none. */
  readonly layer: ImageLayer | null;
  /** Instead of the pinned one; null: the pinned one. */
  readonly agentVersion: string | null;
  readonly unattended: boolean;
  /** Downloads of package managers survive the session. */
  readonly cache: boolean;
  /** What a session that changed its agent’s executable configuration ends with. */
  readonly review: 'warn' | 'fail' | 'off';
  readonly approvals: Approvals;
  /** null: decided by whether stdin and stdout are terminals. */
  readonly tty: boolean | null;
  /** Confirmed git common directory. Absolute. */
  readonly gitDir: string | null;
  readonly allowNested: boolean;
  readonly args: readonly string[];
  /** Embedded scripted model: directory of its read-only bundle, script in it, file for its requests; null outside `demo` and tests. */
  readonly model: { readonly bundle: string; readonly script: string; readonly record: string | null } | null;
}

export interface ImageLayer {
  /** Debian packages. */
  readonly apt: readonly string[];
  /** Shell scripts, run as root in this order. */
  readonly run: readonly string[];
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
  /** Left out, with a line, when the host does not have it: configured once, it is not set everywhere. */
  readonly optional?: true;
}
