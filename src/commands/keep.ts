import { Readable, Writable } from 'node:stream';
import { OutputTail } from '../session/output-tail.ts';
import { OUTPUT_KEPT, recordEnded } from '../state/ended-sessions.ts';
import { AppError } from '../errors.ts';
import type { Deps, Invocation } from './command.ts';
import type { KeeperTerms, KeeperWord } from './keeper-terms.ts';
import { session } from './launch.ts';

/** Characters of messages that outlive a session. */
const MESSAGES_KEPT = 64 * 1024;

/**
 * The keeper of a detached session: runs the whole of a launch, holds its pins and its lease, and reviews it. Until the agent
 * runs it speaks through the front, whose end is the launch's end as well; from then on it keeps what there is to say, and
 * writes it down when the session has ended.
 */
export async function keep(invocation: Invocation, deps: Deps, terms: KeeperTerms): Promise<number> {
  const created = new Date().toISOString();
  let running: string | null = null;
  let kept = '';
  const tell = (word: KeeperWord): void => void process.send?.(word, undefined, undefined, () => undefined);
  const voice = new Writable({
    write(chunk: Buffer, _encoding, done) {
      const text = chunk.toString('utf8');
      if (running === null) tell({ say: text });
      else kept = (kept + text).slice(0, MESSAGES_KEPT);
      done();
    },
  });
  const onFrontGone = (): void => {
    if (running === null) process.kill(process.pid, 'SIGHUP');
  };
  process.once('disconnect', onFrontGone);
  process.channel?.unref();
  const tty = isTerminal(invocation, terms);
  const output = new OutputTail(OUTPUT_KEPT, tty ? terms : null);
  const stdin = tty ? new Readable({ read: () => undefined }) : Readable.from([]);
  const model = deps.model ?? null;
  try {
    const { prepared, result } = await session(
      invocation,
      { ...deps, stdin, stderr: voice },
      'end',
      (options) => ({ ...options, tty, model }),
      {
        io: { stdin, stdout: output, stderr: output },
        ready: (name) => {
          tell({ ready: name });
          running = name;
        },
      },
    );
    if (running === null) return result.code;
    const { plan, digest } = prepared;
    recordEnded(
      prepared.facts.dirs.state,
      {
        version: 1,
        id: running,
        agent: plan.agent,
        workspace: plan.workspace.source,
        digest,
        tty,
        created,
        ended: new Date().toISOString(),
        code: result.code,
        signal: result.signal,
        reason: result.reason,
        error: result.error === null ? null : result.error instanceof AppError ? result.error.code : 'BUG',
        messages: kept.split('\n').filter((line) => line !== ''),
      },
      output.bytes,
    );
    return result.code;
  } finally {
    process.off('disconnect', onFrontGone);
    if (process.connected) process.disconnect();
  }
}

function isTerminal({ flags }: Invocation, terms: KeeperTerms): boolean {
  return flags['tty'] === true || (flags['noTty'] !== true && terms.tty);
}
