import { Readable } from 'node:stream';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { openEngine } from '../engine/open.ts';
import { AppError } from '../errors.ts';
import { AgentOutput } from '../session/agent-output.ts';
import { findKnownSession, runningContainer } from '../session/find-known-session.ts';
import { readEndedOutput } from '../state/ended-sessions.ts';
import { currentOwner } from '../state/owner.ts';
import { LogText } from '../ui/log-text.ts';
import type { Deps, Invocation } from './command.ts';
import { configured } from './configured.ts';

/** Prints what a detached session wrote: bytes as they are into a pipe or file, text and colours alone on a terminal. */
export async function logs({ positionals, flags }: Invocation, deps: Deps): Promise<number> {
  const { user, dirs } = configured({}, deps);
  const engine = await openEngine({ env: deps.env, home: user.home, deadlines: deps.deadlines });
  const asker = { state: dirs.state, uid: user.uid, owner: currentOwner() };
  const { id, live } = await findKnownSession(positionals[0] ?? '', engine, asker);
  if (live === null) {
    await print(Readable.from([readEndedOutput(dirs.state, id) ?? Buffer.alloc(0)]), deps.stdout);
    return 0;
  }
  if (!live.detached) {
    throw new AppError(
      'BAD_VALUE',
      `session ${id} was started in a terminal, which has its output; nothing of it is recorded`,
      `Join it: sandbox attach ${id}. Only sessions started with --detach have a log.`,
    );
  }
  const output = await engine.logs(runningContainer(live), { tty: live.tty, follow: flags['follow'] === true });
  await Promise.all([print(output.stdout.pipe(new AgentOutput()), deps.stdout), print(output.stderr, deps.stderr)]);
  return 0;
}

/** Ends when the source does, or when nobody reads any more. */
async function print(source: Readable, target: Writable & { readonly isTTY?: boolean }): Promise<void> {
  const shown = target.isTTY === true ? source.pipe(new LogText()) : source;
  target.once('error', () => shown.destroy());
  shown.pipe(target, { end: false });
  await finished(shown, { writable: false }).catch(() => undefined);
}
