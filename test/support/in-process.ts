import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { Deps } from '../../src/commands/command.ts';
import { main } from '../../src/main.ts';
import type { Person, RunResult } from './person.ts';

/**
 * The whole command in this process, as the person of the test's own user: cheap, and streams and deadlines can be given.
 * Standard input ends at once.
 */
export async function runHere(
  person: Person,
  argv: readonly string[],
  options: {
    readonly env?: Record<string, string>;
    readonly deadlines?: Deps['deadlines'];
    /** Standard output is a terminal of 80×24. */
    readonly tty?: boolean | undefined;
    /** Sent to the launcher when the agent says `up`, the next one when it has not ended 8 s later. */
    readonly signals?: readonly NodeJS.Signals[] | undefined;
  },
): Promise<Omit<RunResult, 'signal'>> {
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  const sink = (into: Buffer[]): PassThrough => new PassThrough().on('data', (chunk: Buffer) => into.push(chunk));
  const stdout = options.tty === true ? Object.assign(sink(out), { isTTY: true, columns: 80, rows: 24 }) : sink(out);
  const { signals = [] } = options;
  // Listeners of the test runner's own are not ours to call.
  const foreign = new Map(signals.map((signal) => [signal, process.listeners(signal)]));
  const timers: NodeJS.Timeout[] = [];
  const send = (signal: NodeJS.Signals): void => {
    for (const listener of process.listeners(signal))
      if (foreign.get(signal)?.includes(listener) !== true) (listener as (name: NodeJS.Signals) => void)(signal);
  };
  stdout.on('data', () => {
    if (timers.length > 0 || !Buffer.concat(out).includes('up')) return;
    timers.push(...signals.map((signal, index) => setTimeout(send, index * 8000, signal)));
  });
  const stdin = new PassThrough();
  stdin.end();
  const cwd = process.cwd();
  process.chdir(person.project);
  try {
    const { deadlines } = options;
    const code = await main(argv, {
      env: person.env(options.env),
      stdin,
      stdout,
      stderr: sink(err),
      programDir: join(import.meta.dirname, '../..'),
      version: 'test',
      hooks: {},
      ...(deadlines === undefined ? {} : { deadlines }),
    });
    // What was written last.
    await new Promise(setImmediate);
    return { code, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString() };
  } finally {
    for (const timer of timers) clearTimeout(timer);
    process.chdir(cwd);
  }
}
