import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { AppError } from '../errors.ts';

/** Signals that reach only this process when someone sends them by id; a terminal sends the first two to both. */
const fromTerminal: readonly NodeJS.Signals[] = ['SIGINT', 'SIGQUIT'];
const others: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGHUP', 'SIGUSR2'];

/**
 * Runs the agent with our own terminal, streams and process group, passes signals on, and waits for it.
 * @returns its exit code; 128+n when signal n ended it
 * @throws AppError COMMAND_NOT_FOUND
 */
export async function runAgent(argv: readonly string[], env: Readonly<Record<string, string>>): Promise<number> {
  const [program = '', ...args] = argv;
  const child = spawn(program, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  const pass = (signal: NodeJS.Signals): void => {
    // In a terminal the key press already reached the agent: a second Ctrl-C would mean something else to it.
    if (fromTerminal.includes(signal) && process.stdin.isTTY) return;
    child.kill(signal);
  };
  const signals = [...fromTerminal, ...others];
  for (const signal of signals) process.on(signal, pass);
  try {
    return await new Promise<number>((resolve, reject) => {
      child.once('error', (cause) => {
        reject(new AppError('COMMAND_NOT_FOUND', `cannot run ${program}`, 'Is it installed and on PATH?', { cause }));
      });
      child.once('exit', (code, signal) => {
        resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
      });
    });
  } finally {
    for (const signal of signals) process.off(signal, pass);
  }
}
