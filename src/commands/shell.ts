import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../errors.ts';
import { knownTerminals } from '../plan/known-terminals.ts';
import { chooseSession } from '../session/choose-session.ts';
import { enterSession } from '../session/enter-session.ts';
import { listSessions } from '../session/list-sessions.ts';
import type { ListedSession } from '../session/list-sessions.ts';
import { Messages } from '../ui/messages.ts';
import type { Deps, Invocation } from './command.ts';
import { loudness } from './loudness.ts';
import { sessionPlace } from './session-place.ts';

/** A shell, or a command, in a session that runs; resolves to its exit code. */
export async function shell({ positionals, flags, args }: Invocation, deps: Deps): Promise<number> {
  const messages = new Messages(deps.stderr, loudness(flags));
  if (flags['tty'] === true && flags['noTty'] === true)
    throw new AppError('BAD_VALUE', '--tty and --no-tty exclude each other', 'Give one of them, or neither.');
  const { engine, asker } = await sessionPlace(deps);
  const session = chooseSession(positionals[0] ?? '', await listSessions(engine, asker));
  const container = enterable(session, asker.state);
  const both = deps.stdin.isTTY === true && deps.stdout.isTTY === true;
  const tty = flags['tty'] === true || (flags['noTty'] !== true && both);
  const term = deps.env['TERM'];
  if (args.length === 0)
    messages.note(
      `a shell in session ${session.id} (${session.agent}); without what --env gave the agent, and without proxies`,
    );
  return enterSession({
    engine,
    container,
    cwd: session.cwd,
    command: args.length === 0 ? ['/bin/bash', '-l'] : args,
    env: tty ? [`TERM=${term !== undefined && knownTerminals.has(term) ? term : 'xterm-256color'}`] : [],
    tty,
    io: { stdin: deps.stdin, stdout: deps.stdout, stderr: deps.stderr },
  });
}

/** The container of a session that is what the journal says, and whose checks are good. */
function enterable({ id, state, container, disagreement }: ListedSession, directory: string): string {
  if (disagreement !== null)
    throw new AppError(
      'SESSION_UNVERIFIED',
      `nothing is started in session ${id}: ${disagreement}`,
      'See sandbox ps; was it started with another state directory (XDG_STATE_HOME)?',
    );
  if (container === null || state !== 'running')
    throw new AppError('SESSION_NOT_RUNNING', `session ${id} is not running: ${state}`, 'See sandbox ps.');
  // Published with the verdict (src/session/open-session.ts).
  if (!existsSync(join(directory, 'sessions', id, 'run/checks.json')))
    throw new AppError('SESSION_NOT_RUNNING', `session ${id} is still being checked`, 'Try again in a moment.');
  return container;
}
