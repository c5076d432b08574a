import { spawnSync } from 'node:child_process';

export interface ShellResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end without a terminal on stdin. Nothing of this process's environment is passed but PATH. */
export function runProgram(
  argv: readonly [string, ...string[]],
  options: { readonly env?: Readonly<Record<string, string>>; readonly cwd?: string; readonly timeout?: number } = {},
): ShellResult {
  const [program, ...args] = argv;
  const { env = {}, cwd, timeout = 120_000 } = options;
  const result = spawnSync(program, args, {
    encoding: 'utf8',
    timeout,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'] ?? '', ...env },
    ...(cwd === undefined ? {} : { cwd }),
  });
  return { code: result.status, stdout: result.stdout, stderr: result.stderr };
}
