import type { Readable, Writable } from 'node:stream';
import type { Deadlines } from '../engine/docker/deadline.ts';
import type { CommandSpec } from '../flags/command.ts';
import type { FlagValues } from '../flags/flag.ts';
import type { LaunchOptions } from '../plan/launch-options.ts';
import type { SessionHooks } from '../session/hooks.ts';

/** What was asked, handed to a command. */
export interface Invocation {
  readonly command: string;
  readonly positionals: readonly string[];
  readonly flags: FlagValues;
  readonly args: readonly string[];
}

/** Everything a command may use of the process: built once, in the composition root. */
export interface Deps {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean };
  readonly stderr: Writable & { readonly isTTY?: boolean };
  /** Where this program is installed. */
  readonly programDir: string;
  readonly version: string;
  /** Named points of the launch at which tests interfere; empty in the product. */
  readonly hooks: SessionHooks;
  /** Instead of the kernel's; only tests of engines in virtual machines set it. */
  readonly bootId?: () => string;
  /** The time calls of the engine have; only tests of a broken engine set it. */
  readonly deadlines?: Deadlines;
  /** The agent's model is played from a script; only tests of real agents set it. */
  readonly model?: LaunchOptions['model'];
}

export interface CommandEntry extends CommandSpec {
  /** Loads and runs it; resolves to the exit code. */
  readonly run: (invocation: Invocation, deps: Deps) => Promise<number>;
}
