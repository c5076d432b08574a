import type { ContainerSummary, Engine } from '../engine/engine.ts';
import { isAlive } from '../state/owner.ts';
import type { Owner } from '../state/owner.ts';
import { readJournal } from '../state/read-journal.ts';
import type { SessionRecord } from '../state/session-record.ts';
import { LABEL, parseLabels } from './labels.ts';
import type { SessionLabels } from './labels.ts';

/** A session of this user on this machine that has not ended. Texts from labels are untrusted bytes, but for `id`. */
export interface ListedSession {
  /** 8 to 32 characters of a–z and 0–9. */
  readonly id: string;
  readonly agent: string;
  readonly workspace: string;
  /** Where its agent started, inside. */
  readonly cwd: string;
  /** The plan's; empty: not known. */
  readonly digest: string;
  /** ISO 8601. */
  readonly created: string;
  readonly detached: boolean;
  readonly tty: boolean;
  readonly publish: readonly number[];
  /** The launcher's process, or its keeper's. */
  readonly owner: Owner;
  /** `abandoned`: its launcher is gone, and nobody but `prune` or the next launch ends it. */
  readonly state: 'starting' | 'running' | 'paused' | 'ending' | 'abandoned';
  /** The engine's id; null: it has no container yet. */
  readonly container: string | null;
  /** What labels and journal do not agree about; null: nothing. Such a session is shown, and nothing is started in it. */
  readonly disagreement: string | null;
}

/** Who asks: the state directory, the user and the machine. */
export interface Asker {
  readonly state: string;
  readonly uid: number;
  readonly owner: Owner;
}

/**
 * The sessions of this user on this machine, the oldest first: what the engine's labels say, and the journal. Containers of
 * other users and other machines, and such without our labels, are passed over. Throws what the engine's calls throw.
 */
export async function listSessions(engine: Engine, asker: Asker): Promise<readonly ListedSession[]> {
  const first = compare(await ownContainers(engine, asker), readJournal(asker.state), asker);
  if (first.every(({ disagreement }) => disagreement === null)) return first;
  // A session that ended between the two looks has left labels and no record: only what is so twice is so.
  return compare(await ownContainers(engine, asker), readJournal(asker.state), asker);
}

interface OwnContainer {
  readonly container: ContainerSummary;
  readonly labels: SessionLabels;
}

async function ownContainers(engine: Engine, { uid, owner }: Asker): Promise<readonly OwnContainer[]> {
  return (await engine.listContainers(LABEL)).flatMap((container) => {
    const labels = parseLabels(container.labels);
    return labels !== null && labels.uid === uid && labels.owner.hostId === owner.hostId ? [{ container, labels }] : [];
  });
}

function compare(
  containers: readonly OwnContainer[],
  journal: readonly SessionRecord[],
  { owner }: Asker,
): readonly ListedSession[] {
  const records = new Map(journal.map((record) => [record.id, record]));
  const listed = containers.map((own) => withContainer(own, records.get(own.labels.session)));
  const shown = new Set(listed.map(({ id }) => id));
  const others = journal.filter(({ id, owner: { hostId } }) => !shown.has(id) && hostId === owner.hostId);
  return [...listed, ...others.map(withoutContainer)].sort((a, b) => (a.created < b.created ? -1 : 1));
}

function withContainer({ container, labels }: OwnContainer, record: SessionRecord | undefined): ListedSession {
  const { session, agent, digest, owner, detached, tty, workspace } = labels;
  return {
    id: session,
    agent,
    workspace: workspace.path,
    cwd: record?.cwd ?? workspace.path,
    digest,
    created: record?.created ?? new Date(container.created * 1000).toISOString(),
    detached,
    tty,
    publish: record?.publish ?? [],
    owner,
    state: isAlive(owner) ? stateOf(container) : 'abandoned',
    container: container.id,
    disagreement: disagreement(labels, record),
  };
}

function withoutContainer(record: SessionRecord): ListedSession {
  const { id, agent, workspace, created, owner } = record;
  return {
    id,
    agent,
    workspace,
    cwd: record.cwd ?? workspace,
    digest: record.digest ?? '',
    created,
    detached: record.detached === true,
    tty: record.tty === true,
    publish: record.publish ?? [],
    owner,
    state: isAlive(owner) ? 'starting' : 'abandoned',
    container: null,
    disagreement: null,
  };
}

function disagreement(labels: SessionLabels, record: SessionRecord | undefined): string | null {
  if (record === undefined) return 'unknown to this state directory';
  const { pid, start, bootId } = record.owner;
  if (pid !== labels.owner.pid || start !== labels.owner.start || bootId !== labels.owner.bootId)
    return 'the journal names another process';
  if (record.digest !== undefined && record.digest !== labels.digest) return 'the journal names another plan';
  if (record.agent !== labels.agent) return 'the journal names another agent';
  if (record.workspace !== labels.workspace.path) return 'the journal names another workspace';
  return null;
}

/** The engine's word for a container's state, as ours. */
function stateOf({ state }: ContainerSummary): ListedSession['state'] {
  if (state === 'created') return 'starting';
  if (state === 'running' || state === 'paused') return state;
  return 'ending';
}
