import type { Flag } from './flag.ts';

/** One command as the command line knows it: pure data. What it does is loaded lazily by its entry in `commands/index.ts`. */
export interface CommandSpec {
  /** `launch`, or `image build` for a command in a group. */
  readonly name: string;
  /** Positional arguments in commander's notation: `<agent>`, `[agent]`. */
  readonly positionals: readonly { readonly name: string; readonly required: boolean; readonly help: string }[];
  readonly summary: string;
  readonly flags: readonly Flag[];
  /** Everything after `--` goes to the agent, or to what is named. */
  readonly passThrough: boolean | 'command';
}
