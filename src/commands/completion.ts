import { agents } from '../agents/index.ts';
import { bashCompletion } from '../completion/bash.ts';
import { fishCompletion } from '../completion/fish.ts';
import { completionModel } from '../completion/model.ts';
import type { CompletedCommand } from '../completion/model.ts';
import { zshCompletion } from '../completion/zsh.ts';
import { AppError } from '../errors.ts';
import type { CommandSpec } from '../flags/command.ts';
import type { Deps, Invocation } from './command.ts';

const shells: Readonly<Record<string, (commands: readonly CompletedCommand[]) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

/** Prints a script that a shell loads; made from the tables of commands and flags, it offers what this version takes. */
export function completion({ positionals }: Invocation, deps: Deps, commands: readonly CommandSpec[]): number {
  const shell = positionals[0] ?? '';
  const make = Object.hasOwn(shells, shell) ? shells[shell] : undefined;
  if (make === undefined)
    throw new AppError(
      'BAD_VALUE',
      `there is no completion for the shell ${shell}`,
      `Say one of ${Object.keys(shells).join(', ')}.`,
    );
  const all = agents.map(({ name }) => name);
  const own = agents.filter(({ config }) => config !== null).map(({ name }) => name);
  const words = {
    agent: all,
    'demo agent': own,
    'login agent': own,
    'image build agent': [...all, 'all'],
    shell: Object.keys(shells),
  };
  deps.stdout.write(make(completionModel(commands, words)));
  return 0;
}
