import { openEngine } from '../engine/open.ts';
import { attachSession } from '../session/attach-session.ts';
import { awaitEnded } from '../session/await-ended.ts';
import { findKnownSession, runningContainer } from '../session/find-known-session.ts';
import type { ListedSession } from '../session/list-sessions.ts';
import type { EndedSession } from '../state/ended-sessions.ts';
import { currentOwner, isAlive } from '../state/owner.ts';
import { escapeText } from '../ui/escape.ts';
import { Messages } from '../ui/messages.ts';
import type { Deps, Invocation } from './command.ts';
import { configured } from './configured.ts';
import { loudness } from './loudness.ts';

/** Joins a session's terminal. Resolves to the agent's code when it ends, also when it has ended already; to 0 for who leaves. */
export async function attach({ positionals, flags }: Invocation, deps: Deps): Promise<number> {
  const messages = new Messages(deps.stderr, loudness(flags));
  const { user, dirs } = configured({}, deps);
  const engine = await openEngine({ env: deps.env, home: user.home, deadlines: deps.deadlines });
  const asker = { state: dirs.state, uid: user.uid, owner: currentOwner() };
  const { id, live, ended } = await findKnownSession(positionals[0] ?? '', engine, asker);
  if (live === null) {
    messages.note(`session ${id} has ended; what it wrote: sandbox logs ${id}`);
    return ended === null ? 0 : tellEnd(ended, deps);
  }
  const container = runningContainer(live);
  const { tty, detached } = live;
  if (tty && deps.stdin.isTTY === true) messages.note(`joining session ${id}; Ctrl-] twice leaves it`);
  const io = { stdin: deps.stdin, stdout: deps.stdout, stderr: deps.stderr };
  const end = await attachSession({ engine, container, tty, recorded: detached, io });
  if (end.how === 'left') {
    messages.note(`left session ${id}, which goes on; to join it again: sandbox attach ${id}`);
    giveBackSize(live);
    return end.code;
  }
  const left = detached ? await awaitEnded(dirs.state, live) : null;
  return left === null ? end.code : tellEnd(left, deps);
}

/** The lines are as they were printed, had there been a terminal: escaped. Whatever else is in that file is escaped now. */
function tellEnd({ messages, code }: EndedSession, { stderr }: Deps): number {
  for (const line of messages) {
    const clean = !/[^\P{C}]/u.test(line);
    stderr.write(`${clean ? line : escapeText(line, { max: 2000 })}\n`);
  }
  return code;
}

/** Its launcher looks at its own terminal's size again. The signal does nothing else to a process that runs. */
function giveBackSize({ tty, detached, owner }: ListedSession): void {
  if (!tty || detached || !isAlive(owner)) return;
  try {
    process.kill(owner.pid, 'SIGCONT');
  } catch {
    // It has just ended.
  }
}
