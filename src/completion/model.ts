import type { CommandSpec } from '../flags/command.ts';
import type { Flag } from '../flags/flag.ts';

/** What stands where something is typed: one of these words, a file, a directory, or something nobody can guess. */
export type Candidates = readonly string[] | 'file' | 'directory' | 'unknown';

/** One spelling of a flag. */
export interface Option {
  /** `-w` or `--workspace`. */
  readonly spelling: string;
  readonly help: string;
  /** null: a switch. */
  readonly takes: Candidates | null;
}

/** One command as a shell needs to know it. */
export interface CompletedCommand {
  /** `launch`, or `image build`. */
  readonly name: string;
  readonly summary: string;
  readonly options: readonly Option[];
  /** Of each positional in turn. */
  readonly positionals: readonly Candidates[];
}

/** Placeholders of flags' values that mean something of the file system. */
const places: Readonly<Record<string, Candidates>> = { DIR: 'directory', FILE: 'file', 'SRC[:DST][:ro|rw]': 'file' };

/**
 * The table of commands → what a shell may offer. `words` are the candidates of positionals and of flags' placeholders by
 * name, such as the agents'.
 */
export function completionModel(
  commands: readonly CommandSpec[],
  words: Readonly<Record<string, readonly string[]>>,
): readonly CompletedCommand[] {
  return commands.map(({ name, summary, flags, positionals }) => ({
    name,
    summary,
    options: [...flags.flatMap((flag) => spellings(flag, words)), ...help],
    positionals: positionals.map(
      (positional) => words[`${name} ${positional.name}`] ?? words[positional.name] ?? 'unknown',
    ),
  }));
}

const help: readonly Option[] = ['-h', '--help'].map((spelling) => ({
  spelling,
  help: 'print this help',
  takes: null,
}));

function spellings(flag: Flag, words: Readonly<Record<string, readonly string[]>>): readonly Option[] {
  const takes =
    flag.value === undefined ? null : (flag.choices ?? words[flag.key] ?? places[flag.value] ?? ('unknown' as const));
  const short = flag.short === undefined ? [] : [`-${flag.short}`];
  return [...short, `--${flag.long}`].map((spelling) => ({ spelling, help: flag.help, takes }));
}
