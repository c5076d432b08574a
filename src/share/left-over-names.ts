import { currentOwner, isAlive } from '../state/owner.ts';

const LINK = '.sandbox-skills-link';
const COPIES = '.sandbox-skills-copies';

/** Name of the link that will take the place of another one. */
export function linkDraftName(): string {
  return `${LINK}.${ownerSuffix()}`;
}

/** Name of the directory in the share in which skills are copied before they get their own names. */
export function copiesName(): string {
  return `${COPIES}.${ownerSuffix()}`;
}

/** A name of one of these, left by a process of this machine that is gone. */
export function isLeftOver(name: string): boolean {
  const [, prefix, hostId, pid, start, bootId] = /^([^.]*\.?[^.]+)\.([^.]+)\.(\d+)\.(\d+)\.([^.]+)$/.exec(name) ?? [];
  if (prefix !== LINK && prefix !== COPIES) return false;
  if (hostId === undefined || start === undefined || bootId === undefined) return false;
  return hostId === currentOwner().hostId && !isAlive({ pid: Number(pid), start, bootId, hostId });
}

function ownerSuffix(): string {
  const { hostId, pid, start, bootId } = currentOwner();
  return [hostId, pid, start, bootId].join('.');
}
