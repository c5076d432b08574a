import { pruneSessions } from '../session/prune-sessions.ts';
import type { Pruned } from '../session/prune-sessions.ts';
import { openStateDirectory } from '../state/state-directory.ts';
import { escapeText } from '../ui/escape.ts';
import { writeJsonResult } from '../ui/json-result.ts';
import { Messages } from '../ui/messages.ts';
import type { Deps, Invocation } from './command.ts';
import { loudness } from './loudness.ts';
import { sessionPlace } from './session-place.ts';

const what: Readonly<Record<Pruned['kind'], string>> = {
  container: 'the container of',
  directory: 'the directory of',
  record: 'what was kept of',
};

/** Removes what killed launchers left, and records of sessions that ended long ago. */
export async function prune({ flags }: Invocation, deps: Deps): Promise<number> {
  const messages = new Messages(deps.stderr, loudness(flags));
  const dry = flags['dryRun'] === true;
  const { engine, asker } = await sessionPlace(deps);
  openStateDirectory(asker.state);
  const pruned = await pruneSessions(engine, asker, dry, (line) => messages.warn(line));
  if (flags['json'] === true) {
    writeJsonResult(deps.stdout, 'prune', { dryRun: dry, pruned });
    return 0;
  }
  if (pruned.length === 0) deps.stdout.write('There is nothing to remove.\n');
  for (const { kind, session, workspace } of pruned) {
    const line = `${dry ? 'would remove' : 'removed'} ${what[kind]} session ${session}${workspace === null ? '' : `  ${workspace}`}`;
    deps.stdout.write(`${escapeText(line, { max: 1000 })}\n`);
  }
  return 0;
}
