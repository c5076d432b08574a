import { listSessions } from '../session/list-sessions.ts';
import type { ListedSession } from '../session/list-sessions.ts';
import { readEnded } from '../state/ended-sessions.ts';
import type { EndedSession } from '../state/ended-sessions.ts';
import { escapeText } from '../ui/escape.ts';
import { writeJsonResult } from '../ui/json-result.ts';
import { table } from '../ui/table.ts';
import type { Deps, Invocation } from './command.ts';
import { sessionPlace } from './session-place.ts';

/** Prints the sessions of this user on this machine; with --all also the detached ones that ended. */
export async function ps({ flags }: Invocation, deps: Deps): Promise<number> {
  const { engine, asker } = await sessionPlace(deps);
  const sessions = await listSessions(engine, asker);
  const ended = flags['all'] === true ? readEnded(asker.state) : [];
  if (flags['json'] === true) {
    const shown = sessions.map(({ owner, ...session }) => ({ ...session, pid: owner.pid }));
    writeJsonResult(deps.stdout, 'ps', { sessions: shown, ...(flags['all'] === true ? { ended } : {}) });
    return 0;
  }
  const now = Date.now();
  const rows = [...sessions.map((session) => live(session, now)), ...ended.map((session) => past(session, now))];
  const head = ['session', 'agent', 'state', 'since', 'terminal', 'ports', 'plan', 'workspace'];
  // Cell by cell: a workspace's name must not move the columns, or make a line of its own.
  for (const line of table(head, rows)) deps.stdout.write(`${line}\n`);
  return 0;
}

function live(session: ListedSession, now: number): readonly string[] {
  const { id, agent, state, created, publish, digest, workspace, disagreement } = session;
  const remark = disagreement === null ? '' : `  (${disagreement})`;
  const cells = [id, agent, state, age(created, now), terminal(session), publish.join(',') || '-', short(digest)];
  return [...cells, workspace + remark].map(escaped);
}

function past(session: EndedSession, now: number): readonly string[] {
  const { id, agent, ended, code, digest, workspace } = session;
  const cells = [id, agent, `ended (${code})`, age(ended, now), terminal({ ...session, detached: true }), '-'];
  return [...cells, short(digest), workspace].map(escaped);
}

function terminal({ detached, tty }: { readonly detached: boolean; readonly tty: boolean }): string {
  return `${detached ? 'detached' : 'attached'}${tty ? '' : ', none'}`;
}

function short(digest: string): string {
  return digest.replace(/^sha256:/, '').slice(0, 12) || '-';
}

/** How long ago, in the largest unit that says it. */
function age(since: string, now: number): string {
  const seconds = Math.max(0, Math.floor((now - Date.parse(since)) / 1000));
  if (Number.isNaN(seconds)) return '?';
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7200) return `${Math.floor(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.floor(seconds / 3600)} h` : `${Math.floor(seconds / 86_400)} d`;
}

function escaped(cell: string): string {
  return escapeText(cell, { max: 500 });
}
