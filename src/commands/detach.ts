import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import type { Writable } from 'node:stream';
import { AppError, BugError } from '../errors.ts';
import type { FlagValues } from '../flags/flag.ts';
import { sizeOf } from '../session/connect-streams.ts';
import { signalExitCode } from '../session/interruption.ts';
import { onSignals } from '../session/signals.ts';
import { Messages } from '../ui/messages.ts';
import type { Deps, Invocation } from './command.ts';
import { keep } from './keep.ts';
import { KEEPER, keeperTerms } from './keeper-terms.ts';
import type { KeeperTerms, KeeperWord } from './keeper-terms.ts';
import { loudness } from './loudness.ts';

/** Milliseconds that a cancelled keeper has to put away what it has made. */
const PATIENCE = 10_000;

/**
 * `launch --detach`: starts the keeper, which is this program once more, in a session of its own without a terminal, and
 * shows what it says until the agent runs. Then stdout gets the session's name. Resolves to 0, or to what a launch that
 * was refused ends with. Until then the keeper's life hangs on ours; afterwards on nobody's.
 */
export async function detach(invocation: Invocation, deps: Deps): Promise<number> {
  refuseMismatched(invocation.flags);
  const terms = keeperTerms(deps.env);
  if (terms !== null) return keep(invocation, deps, terms);
  const messages = new Messages(deps.stderr, loudness(invocation.flags));
  const keeper = startKeeper({ tty: deps.stdin.isTTY === true, ...(sizeOf(deps.stdout) ?? sizeOfStderr(deps)) });
  const cancel = new Cancellation(keeper);
  const release = onSignals((signal) => cancel.by(signal));
  try {
    const end = await hear(keeper, deps);
    if (typeof end === 'number') return end;
    if ('killed' in end) return cancelled(end.killed, cancel, messages);
    if (!(await written(deps.stdout, `${end.ready}\n`)))
      messages.alert(`the session ${end.ready} runs; its name could not be written to standard output`);
    messages.note(`the session goes on without this terminal; to join it: sandbox attach ${end.ready}`);
    return 0;
  } finally {
    release();
    cancel.over();
  }
}

/** Signals to us, passed on. A keeper that the first has not ended in time, or not before the second, is killed. */
class Cancellation {
  readonly #keeper: ChildProcess;
  #timer: NodeJS.Timeout | null = null;
  /** The first. */
  signal: NodeJS.Signals | null = null;

  constructor(keeper: ChildProcess) {
    this.#keeper = keeper;
  }

  by(signal: NodeJS.Signals): void {
    this.#keeper.kill(this.signal === null ? signal : 'SIGKILL');
    this.signal ??= signal;
    this.#timer ??= setTimeout(() => this.#keeper.kill('SIGKILL'), PATIENCE);
  }

  over(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
  }
}

/** The keeper was ended by a signal. Throws SESSION_NOT_RUNNING when that was nothing of ours. */
function cancelled(signal: NodeJS.Signals, cancel: Cancellation, messages: Messages): number {
  if (cancel.signal === null)
    throw new AppError(
      'SESSION_NOT_RUNNING',
      `the process that keeps the session was killed (${signal}) before its agent ran`,
      'What is left of it is removed by the next launch, or now: sandbox prune',
    );
  if (signal === 'SIGKILL')
    messages.warn('cancelled; what is left of the session is removed by the next launch, or now: sandbox prune');
  return signalExitCode(cancel.signal);
}

function written(stream: Writable, text: string): Promise<boolean> {
  return new Promise((resolve) => stream.write(text, (error) => resolve(error === null || error === undefined)));
}

/** Throws BAD_VALUE. */
function refuseMismatched(flags: FlagValues): void {
  if (flags['timings'] !== true) return;
  throw new AppError(
    'BAD_VALUE',
    '--timings and --detach exclude each other: nobody is there to be told when the session ends',
    'Leave out one of them; --report FILE holds the timings as well.',
  );
}

/** stdout is often captured, because it gets the name: then the size is that of the terminal the messages go to. */
function sizeOfStderr({ stderr }: Deps): { readonly columns: number; readonly rows: number } {
  return sizeOf(stderr) ?? { columns: 80, rows: 24 };
}

function startKeeper({ tty, columns, rows }: KeeperTerms): ChildProcess {
  const [program = '', ...words] = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  return spawn(program, words, {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: { ...process.env, [KEEPER]: JSON.stringify({ tty, columns, rows }) },
  });
}

/** The session's name, the keeper's exit code, or the signal that ended it. */
type Heard = number | { readonly ready: string } | { readonly killed: NodeJS.Signals };

/** Passes on what the keeper says, to its end or to the session's name, with which it is let go. */
function hear(keeper: ChildProcess, { stderr }: Deps): Promise<Heard> {
  return new Promise((resolve, reject) => {
    // Its own standard error has only what its program cannot say otherwise.
    keeper.stderr?.on('data', (chunk: Buffer) => stderr.write(chunk));
    keeper.on('message', (word: KeeperWord) => {
      if ('say' in word) {
        stderr.write(word.say);
        return;
      }
      keeper.removeAllListeners('close');
      keeper.disconnect();
      keeper.stderr?.destroy();
      keeper.unref();
      resolve(word);
    });
    keeper.once('error', (error) =>
      reject(new BugError(`the process that keeps the session cannot be started: ${error.message}`)),
    );
    keeper.once('close', (code, signal) => resolve(code ?? { killed: signal ?? 'SIGKILL' }));
  });
}
