import { spawn } from 'node:child_process';
import { AppError } from '../errors.ts';
import { LineSplitter } from '../engine/docker/line-splitter.ts';

const KEPT = 15;
const GRACE = 5_000;

export interface ToolOptions {
  readonly env: Readonly<Record<string, string>>;
  readonly onLine: (line: string) => void;
  readonly signal: AbortSignal;
}

/**
 * Runs a program of this machine to its end. Rejects with IMAGE_BUILD_FAILED and its last lines, or CANCELLED: then it got
 * TERM, and KILL when that did not help.
 */
export function runTool(command: string, args: readonly string[], options: ToolOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    if (options.signal.aborted) return reject(cancelled());
    const child = spawn(command, [...args], { cwd: '/', env: options.env, stdio: ['ignore', 'pipe', 'pipe'] });
    const last: string[] = [];
    const onLine = (line: string): void => {
      last.push(line);
      if (last.length > KEPT) last.shift();
      options.onLine(line);
    };
    const outputs = [child.stdout, child.stderr].map((stream) => {
      const lines = new LineSplitter(onLine);
      stream.setEncoding('utf8').on('data', (text: string) => lines.push(text));
      return lines;
    });
    let killer: NodeJS.Timeout | undefined;
    const onAbort = (): void => {
      child.kill('SIGTERM');
      killer = setTimeout(() => child.kill('SIGKILL'), GRACE);
    };
    options.signal.addEventListener('abort', onAbort, { once: true });
    const end = (problem: Error | null): void => {
      clearTimeout(killer);
      options.signal.removeEventListener('abort', onAbort);
      for (const lines of outputs) lines.end();
      if (options.signal.aborted) reject(cancelled());
      else if (problem !== null) reject(problem);
      else resolve();
    };
    child.on('error', (error) => end(failed(`${command} could not be started: ${error.message}`, [])));
    child.on('close', (code, signal) => {
      end(code === 0 ? null : failed(`${command} ended with ${signal ?? `code ${code}`}`, last));
    });
  });
}

function failed(what: string, last: readonly string[]): AppError {
  return new AppError('IMAGE_BUILD_FAILED', what, 'Mend what its last lines say, then run: sandbox image build', {
    details: last,
  });
}

function cancelled(): AppError {
  return new AppError('CANCELLED', 'Cancelled', 'Run the command again to start over');
}
