import { lstatSync, readdirSync, rmSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '../state/owner.ts';
import { readSessionRecord } from '../state/session-record.ts';
import { fromBytes, toBytes } from '../ui/raw-text.ts';
import { apply } from './apply.ts';
import type { Applied, ApplyContext } from './apply.ts';
import { decide, decideWithoutShare } from './decide.ts';
import { decideMerge } from './decide-merge.ts';
import type { MergeVerdict } from './decide-merge.ts';
import { fingerprintTree } from './fingerprint-tree.ts';
import { isLeftOver } from './left-over-names.ts';
import { readShareState } from './read-share-state.ts';
import type { ShareState } from './share-state.ts';
import { classify } from './situation.ts';
import type { Situation } from './situation.ts';

export interface JoinRequest {
  readonly home: string;
  readonly share: string;
  /** Where a share must be a mount point; for tests. */
  readonly usual?: string | undefined;
  /** Our state directory, for its journal of sessions. */
  readonly state: string;
  readonly uid: number;
  readonly time: string;
  readonly before: ApplyContext['before'];
}

export interface JoinResult {
  readonly situation: Situation;
  readonly state: ShareState;
  readonly applied: Applied;
  readonly verdicts: readonly MergeVerdict[];
  /** Sessions that have the directory mounted: it was not replaced. */
  readonly waitsFor: readonly string[];
  /** Why not all was done: an error of the file system. */
  readonly failure: NodeJS.ErrnoException | null;
  /** Backups of this and earlier runs beside `~/.agents/skills`. */
  readonly backups: readonly string[];
}

const nothing: Applied = { made: [], copied: [], kept: [], backup: null, oldTarget: null };

/**
 * Brings `~/.agents/skills` and the share together: looks, decides, does. Nothing of the caller's is deleted or written
 * over; whatever ends it midway, the next call goes on. What another process writes into the caller's directory meanwhile
 * stays in that directory, which is then the backup; a live session on it makes this wait for another time.
 */
export function joinShare({ home, share, usual, state: ours, uid, time, before }: JoinRequest): JoinResult {
  const state = readShareState(home, share, uid, usual);
  const { paths } = state;
  const situation = classify(state);
  const replaces = situation === 'populated' || situation === 'empty';
  const waitsFor = replaces ? liveSessions(ours) : [];
  let applied = nothing;
  let verdicts: readonly MergeVerdict[] = [];
  let failure: NodeJS.ErrnoException | null = null;
  try {
    if (waitsFor.length === 0) {
      removeLeftOvers(state, before);
      if (situation === 'populated') verdicts = compare(state);
      applied = apply(decide(situation, paths, verdicts), { paths, time, before });
    }
  } catch (error) {
    failure = error as NodeJS.ErrnoException;
  }
  if (needsOwn(situation, failure) && readShareState(home, share, uid, usual).skills.kind === 'absent') {
    try {
      applied = apply(decideWithoutShare(paths), { paths, time, before });
    } catch (error) {
      failure ??= error as NodeJS.ErrnoException;
    }
  }
  return { situation, state, applied, verdicts, waitsFor, failure, backups: findBackups(state) };
}

function needsOwn(situation: Situation, failure: unknown): boolean {
  return (
    failure !== null ||
    ['share-unusable', 'share-not-mounted', 'share-read-only', 'shared-in-the-way'].includes(situation)
  );
}

function compare({ paths }: ShareState): readonly MergeVerdict[] {
  const equal = (name: string): boolean => {
    const [own, shared] = [paths.skills, paths.shared].map((path) => toBytes(join(path, name))) as [Buffer, Buffer];
    try {
      return fingerprintTree(own) === fingerprintTree(shared);
    } catch {
      // What cannot be read cannot be called equal; the caller's stays in the backup.
      return false;
    }
  };
  return decideMerge(list(paths.skills), list(paths.shared), equal);
}

function list(path: string): readonly string[] {
  try {
    return readdirSync(path, 'buffer').map(fromBytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Links and copies of ours that a killed run left; only in directories that were looked at and are the caller's. */
function removeLeftOvers({ uid, agents, sharedAgents, paths }: ShareState, before: ApplyContext['before']): void {
  if (agents.kind === 'directory' && agents.uid === uid)
    for (const name of list(paths.agents).filter(isLeftOver)) {
      const path = join(paths.agents, name);
      if (!lstatSync(path).isSymbolicLink()) continue;
      before('remove left link');
      unlinkSync(path);
    }
  if (sharedAgents.kind === 'directory' && sharedAgents.uid === uid && sharedAgents.writable)
    for (const name of list(paths.sharedAgents).filter(isLeftOver)) {
      before('remove left copies');
      rmSync(join(paths.sharedAgents, name), { recursive: true, force: true });
    }
}

function findBackups({ uid, agents, paths }: ShareState): readonly string[] {
  if (agents.kind !== 'directory' || agents.uid !== uid) return [];
  return list(paths.agents)
    .filter((name) => name.startsWith('skills.backup-'))
    .map((name) => join(paths.agents, name));
}

function liveSessions(ours: string): readonly string[] {
  return list(join(ours, 'sessions')).filter((id) => {
    const read = readSessionRecord(join(ours, 'sessions', id));
    return read.kind === 'record' ? isAlive(read.record.owner) : read.kind === 'newer';
  });
}
