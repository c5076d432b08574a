import type { ContainerSummary, Engine } from '../engine/engine.ts';
import { pinLiveWorkspaces } from '../host/pin-live-workspaces.ts';
import type { LiveWorkspace } from '../judge/judge-input.ts';
import { isAlive } from '../state/owner.ts';
import type { Owner } from '../state/owner.ts';
import { LABEL, parseLabels } from './labels.ts';

export interface OtherSessions {
  /** Sessions that go before ours: of two that exclude each other, at most one goes on. */
  readonly live: readonly LiveWorkspace[];
  /** Names of containers of ours whose launcher is gone. */
  readonly abandoned: readonly string[];
}

/** Asks the engine who else is there. Containers of other users and other hosts are seen, never touched. */
export async function findOtherSessions(
  engine: Engine,
  ours: { readonly id: string | null; readonly uid: number; readonly owner: Owner },
): Promise<OtherSessions> {
  const containers = await engine.listContainers(LABEL);
  const own = containers.find(({ id }) => id === ours.id);
  const known = containers.flatMap((container) => {
    const labels = container.id === ours.id ? null : parseLabels(container.labels);
    return labels === null ? [] : [{ container, labels }];
  });
  const sameMachine = known.filter(
    ({ labels }) => labels.uid === ours.uid && labels.owner.hostId === ours.owner.hostId,
  );
  const abandoned = sameMachine.filter(({ labels }) => !isAlive(labels.owner));
  const live = known.filter(
    (entry) => !abandoned.includes(entry) && entry.container.state !== 'exited' && goesFirst(entry.container, own),
  );
  return {
    live: pinLiveWorkspaces(
      live.map(({ labels: { session, agent, workspace, config } }) => ({ session, agent, config, ...workspace })),
    ),
    abandoned: abandoned.map(({ container }) => container.id),
  };
}

/**
 * One that was started has had its own look, and did not see us. Of two that are only created, each sees the other: the
 * engine's times are whole seconds, so ids decide between equal ones.
 */
function goesFirst(other: ContainerSummary, own: ContainerSummary | undefined): boolean {
  return other.state !== 'created' || isEarlier(other, own);
}

function isEarlier(other: ContainerSummary, own: ContainerSummary | undefined): boolean {
  if (own === undefined || other.created !== own.created) return own === undefined || other.created < own.created;
  return other.id < own.id;
}
