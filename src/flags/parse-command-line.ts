import { Command, CommanderError, Option } from 'commander';
import { AppError } from '../errors.ts';
import type { CommandSpec } from './command.ts';
import type { Flag, FlagValues } from './flag.ts';

/** What was typed. `args` is everything after `--`, untouched. */
export type CommandLine =
  | {
      readonly kind: 'run';
      readonly command: string;
      readonly positionals: readonly string[];
      readonly flags: FlagValues;
      readonly args: readonly string[];
    }
  | { readonly kind: 'print'; readonly text: string };

/**
 * argv (without node and script) → what was typed. Looks at nothing but its arguments, so that help works on a broken
 * machine. Throws UNKNOWN_COMMAND, UNKNOWN_OPTION, BAD_VALUE or USAGE.
 */
export function parseCommandLine(argv: readonly string[], specs: readonly CommandSpec[], version: string): CommandLine {
  const split = argv.indexOf('--');
  const left = split < 0 ? argv : argv.slice(0, split);
  const args = split < 0 ? [] : argv.slice(split + 1);
  const printed: string[] = [];
  let found: CommandLine | null = null;
  const root = baseCommand('sandbox', printed)
    .description(
      'Start a coding agent in its own container: its own configuration, the shared skills, the workspace, nothing else.',
    )
    .version(version, '-V, --version', 'print the version')
    .helpCommand(false);
  const groups = new Map<string, Command>();
  for (const spec of specs) {
    const command = addCommand(parentOf(spec, root, groups, printed), spec, printed);
    command.action((...received: unknown[]) => {
      const positionals = received.slice(0, spec.positionals.length).filter((item) => typeof item === 'string');
      if (args.length > 0 && spec.passThrough === false) {
        throw new AppError('USAGE', `${spec.name} takes nothing after --`, `See sandbox ${spec.name} --help.`);
      }
      found = { kind: 'run', command: spec.name, positionals, flags: command.opts(), args };
    });
  }
  try {
    root.parse([...left], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Without a command, or with half of one, commander prints the help as an error.
    if (error.exitCode === 0 || error.code === 'commander.help') return { kind: 'print', text: printed.join('') };
    throw explain(error);
  }
  return found ?? { kind: 'print', text: root.helpInformation() };
}

function baseCommand(name: string, printed: string[]): Command {
  return new Command(name)
    .exitOverride()
    .configureOutput({ writeOut: (text) => printed.push(text), writeErr: (text) => printed.push(text) })
    .allowExcessArguments(false)
    .helpOption('-h, --help', 'print this help')
    .showSuggestionAfterError(true);
}

function parentOf(spec: CommandSpec, root: Command, groups: Map<string, Command>, printed: string[]): Command {
  const group = spec.name.includes(' ') ? spec.name.split(' ')[0] : undefined;
  if (group === undefined) return root;
  let command = groups.get(group);
  if (command === undefined) {
    command = baseCommand(group, printed).helpCommand(false).description(`commands: ${group} …`);
    groups.set(group, command);
    root.addCommand(command);
  }
  return command;
}

function addCommand(parent: Command, spec: CommandSpec, printed: string[]): Command {
  const command = baseCommand(spec.name.split(' ').at(-1) ?? spec.name, printed).description(spec.summary);
  for (const { name, required, help } of spec.positionals) command.argument(required ? `<${name}>` : `[${name}]`, help);
  for (const flag of spec.flags) command.addOption(toOption(flag));
  if (spec.passThrough !== false) {
    const rest = spec.passThrough === true ? 'agent arguments' : spec.passThrough;
    command.usage(`${spec.positionals.map(({ name }) => `<${name}>`).join(' ')} [options] [-- ${rest}]`);
  }
  parent.addCommand(command);
  return command;
}

function toOption(flag: Flag): Option {
  const spelling = `${flag.short === undefined ? '' : `-${flag.short}, `}--${flag.long}${flag.value === undefined ? '' : ` <${flag.value}>`}`;
  const option = new Option(
    spelling,
    flag.fallback === undefined ? flag.help : `${flag.help} (default: ${flag.fallback})`,
  );
  option.attributeName = () => flag.key;
  if (flag.choices !== undefined) option.choices([...flag.choices]);
  if (flag.repeatable === true)
    option.argParser((value: string, previous: string[] | undefined) => [...(previous ?? []), value]);
  // `--no-tty` is a switch of its own here, not the negation of `--tty`.
  option.negate = false;
  return option;
}

function explain(error: CommanderError): AppError {
  const message = error.message.replace(/^error: /, '');
  const help = 'See sandbox --help, or sandbox <command> --help.';
  switch (error.code) {
    case 'commander.unknownOption':
      return new AppError('UNKNOWN_OPTION', message, `${help} Arguments for the agent go after --.`);
    case 'commander.unknownCommand':
      return new AppError('UNKNOWN_COMMAND', message, help);
    case 'commander.invalidArgument':
    case 'commander.optionMissingArgument':
      return new AppError('BAD_VALUE', message, help);
    case 'commander.excessArguments':
      return new AppError('USAGE', message, 'Arguments for the agent go after --.');
    default:
      return new AppError('USAGE', message, help);
  }
}
