import { commands } from './commands/index.ts';
import type { Deps } from './commands/command.ts';
import { AppError, BugError } from './errors.ts';
import { parseCommandLine } from './flags/parse-command-line.ts';
import { writeJsonResult } from './ui/json-result.ts';
import { Messages } from './ui/messages.ts';

/** argv → exit code. The one place where errors become words. */
export async function main(argv: readonly string[], deps: Deps): Promise<number> {
  const asJson = argv.slice(0, indexOrEnd(argv, '--')).includes('--json');
  let command = argv[0] ?? '';
  try {
    const line = parseCommandLine(argv, commands, deps.version);
    if (line.kind === 'print') {
      deps.stdout.write(line.text);
      return 0;
    }
    command = line.command;
    const entry = commands.find(({ name }) => name === line.command);
    if (entry === undefined) throw new BugError(`no entry for command ${line.command}`);
    return await entry.run(line, deps);
  } catch (error) {
    new Messages(deps.stderr, 'normal').error(error, deps.version);
    if (asJson) writeJsonResult(deps.stdout, command, {}, error);
    return error instanceof AppError ? error.exitCode : 70;
  }
}

function indexOrEnd(argv: readonly string[], word: string): number {
  const at = argv.indexOf(word);
  return at < 0 ? argv.length : at;
}
