import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { AppError, BugError } from '../errors.ts';
import type { FlagValues } from '../flags/flag.ts';
import { sizeOf } from '../session/connect-streams.ts';
import { onSignals, signalNumbers } from '../session/signals.ts';
import { Messages } from '../ui/messages.ts';
import type { Deps, Invocation } from './command.ts';
import { keep } from './keep.ts';
import { KEEPER, keeperTerms } from './keeper-terms.ts';
import type { KeeperTerms, KeeperWord } from './keeper-terms.ts';
import { loudness } from './loudness.ts';

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
  const release = onSignals((signal) => void keeper.kill(signal));
  try {
    const end = await hear(keeper, deps);
    if (typeof end === 'number') return end;
    deps.stdout.write(`${end.ready}\n`);
    messages.note(`the session goes on without this terminal; to join it: sandbox attach ${end.ready}`);
    return 0;
  } finally {
    release();
  }
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

/** Passes on what the keeper says, to its end (an exit code) or to the session's name, with which it is let go. */
function hear(keeper: ChildProcess, { stderr }: Deps): Promise<number | { readonly ready: string }> {
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
    keeper.once('close', (code, signal) => resolve(code ?? 128 + (signalNumbers[signal ?? 'SIGTERM'] ?? 9)));
  });
}
