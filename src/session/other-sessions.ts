import type { ContainerSummary, Engine } from '../engine/engine.ts';
import { pinLiveWorkspaces } from '../host/pin-live-workspaces.ts';
import type { LiveWorkspace } from '../judge/judge-input.ts';
import { isAlive } from '../state/owner.ts';
import type { Owner } from '../state/owner.ts';
import { LABEL, parseLabels } from './labels.ts';

export interface OtherSessions {
  /** Sessions that go before ours. */
  readonly earlier: readonly LiveWorkspace[];
  /** Those ours goes before, if they saw it: one that looked before ours was there does not know of it. */
  readonly later: readonly LiveWorkspace[];
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
  const live = known.filter((entry) => !abandoned.includes(entry) && entry.container.state !== 'exited');
  const pinned = (earlier: boolean): readonly LiveWorkspace[] =>
    pinLiveWorkspaces(
      live
        .filter(({ container }) => isEarlier(container, own) === earlier)
        .map(({ labels: { session, agent, workspace, config } }) => ({ session, agent, config, ...workspace })),
    );
  return { earlier: pinned(true), later: pinned(false), abandoned: abandoned.map(({ container }) => container.id) };
}

/** The engine's times are whole seconds: ids decide between equal ones, so that of any two each knows which it is. */
function isEarlier(other: ContainerSummary, own: ContainerSummary | undefined): boolean {
  if (own === undefined || other.created !== own.created) return own === undefined || other.created < own.created;
  return other.id < own.id;
}
