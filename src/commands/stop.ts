import { chooseSession } from '../session/choose-session.ts';
import { listSessions } from '../session/list-sessions.ts';
import { stopSession } from '../session/stop-session.ts';
import { readEnded } from '../state/ended-sessions.ts';
import { Messages } from '../ui/messages.ts';
import type { Deps, Invocation } from './command.ts';
import { loudness } from './loudness.ts';
import { sessionPlace } from './session-place.ts';

/** Ends a session; resolves when everything of it is gone. What a detached one's review found is told here. */
export async function stop({ positionals, flags }: Invocation, deps: Deps): Promise<number> {
  const messages = new Messages(deps.stderr, loudness(flags));
  const { engine, asker } = await sessionPlace(deps);
  const session = chooseSession(positionals[0] ?? '', await listSessions(engine, asker));
  messages.detail(`stopping session ${session.id}`);
  await stopSession(engine, asker, session, deps.programDir);
  const ended = readEnded(asker.state).find(({ id }) => id === session.id);
  for (const line of ended?.messages ?? []) messages.note(line.replace(/^sandbox: /, ''));
  messages.note(`session ${session.id} has ended; nothing of it is left`);
  return 0;
}
