import type { ObjectId } from '../host/pin.ts';
import type { Owner } from '../state/owner.ts';

/** Labels of a session's container: how it is found again, by whom, and what it was. */
export const LABEL = 'dev.sandbox.session';

export interface SessionLabels {
  readonly session: string;
  readonly agent: string;
  readonly digest: string;
  readonly uid: number;
  readonly owner: Owner;
  /** No terminal of the user's holds it: its owner is a keeper, and the engine keeps its output. */
  readonly detached: boolean;
  readonly tty: boolean;
  readonly workspace: { readonly path: string; readonly dev: bigint; readonly ino: bigint };
  /** The agent's own config directory; null: it has none. */
  readonly config: ObjectId | null;
}

export function formatLabels(labels: SessionLabels): Record<string, string> {
  return {
    [LABEL]: labels.session,
    [`${LABEL}.agent`]: labels.agent,
    [`${LABEL}.plan`]: labels.digest,
    [`${LABEL}.uid`]: String(labels.uid),
    [`${LABEL}.host`]: labels.owner.hostId,
    [`${LABEL}.boot`]: labels.owner.bootId,
    [`${LABEL}.pid`]: String(labels.owner.pid),
    [`${LABEL}.start`]: labels.owner.start,
    [`${LABEL}.mode`]: labels.detached ? 'detached' : 'attached',
    [`${LABEL}.tty`]: labels.tty ? 'yes' : 'no',
    [`${LABEL}.workspace`]: labels.workspace.path,
    [`${LABEL}.workspace-id`]: formatId(labels.workspace),
    ...(labels.config === null ? {} : { [`${LABEL}.config-id`]: formatId(labels.config) }),
  };
}

/** Labels of a container back into values; null when they are not (wholly) ours. Labels are untrusted bytes. */
export function parseLabels(labels: Readonly<Record<string, string>>): SessionLabels | null {
  const text = (key: string) => labels[`${LABEL}${key}`] ?? '';
  const workspace = parseId(text('.workspace-id'));
  const numbers = /^\d{1,10}$/;
  if (
    !/^[a-z0-9]{8,32}$/.test(text('')) ||
    !numbers.test(text('.pid')) ||
    !numbers.test(text('.uid')) ||
    workspace === null
  )
    return null;
  return {
    session: text(''),
    agent: text('.agent'),
    digest: text('.plan'),
    uid: Number(text('.uid')),
    owner: { pid: Number(text('.pid')), start: text('.start'), bootId: text('.boot'), hostId: text('.host') },
    detached: text('.mode') === 'detached',
    tty: text('.tty') === 'yes',
    workspace: { path: text('.workspace'), ...workspace },
    config: parseId(text('.config-id')),
  };
}

function formatId({ dev, ino }: ObjectId): string {
  return `${dev}:${ino}`;
}

function parseId(text: string): ObjectId | null {
  const match = /^(\d{1,20}):(\d{1,20})$/.exec(text);
  return match === null ? null : { dev: BigInt(match[1] ?? 0), ino: BigInt(match[2] ?? 0) };
}
