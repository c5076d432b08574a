import { chmodSync, lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readSmallFile } from '../host/read-small-file.ts';
import { writeFileAtomic } from './write-file-atomic.ts';

/** How many ended sessions are remembered, the latest. */
export const KEPT = 32;
/** Bytes of a session's output that outlive it, its last ones. */
export const OUTPUT_KEPT = 1024 ** 2;
const MAX_RECORD = 1024 ** 2;
const NAME = /^([a-z0-9]{8,32})\.json$/;

/** What a detached session left behind, `<state>/ended/<id>.json`; the end of its output lies beside it in `<id>.log`. */
export interface EndedSession {
  readonly version: 1;
  readonly id: string;
  readonly agent: string;
  readonly workspace: string;
  /** The plan's. */
  readonly digest: string;
  readonly tty: boolean;
  /** When it began, and when its container was gone and the review done. ISO 8601. */
  readonly created: string;
  readonly ended: string;
  /** What the command would have ended with. */
  readonly code: number;
  readonly signal: string | null;
  readonly reason: string;
  /** Code of the error that stopped it; null: the agent ended it. */
  readonly error: string | null;
  /** What there was to tell after the agent had started, the review among it: lines as printed, escaped. */
  readonly messages: readonly string[];
}

/** Writes it down, and forgets the oldest beyond 32. Throws the system's error. */
export function recordEnded(state: string, ended: EndedSession, output: Buffer): void {
  const directory = join(state, 'ended');
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const stat = lstatSync(directory);
  if (!stat.isDirectory() || stat.uid !== process.getuid?.())
    throw new Error(`${directory} is not a directory of yours`);
  if ((stat.mode & 0o077) !== 0) chmodSync(directory, 0o700);
  // The output first: a record that can be read is whole.
  writeFileAtomic(join(directory, `${ended.id}.log`), output.subarray(-OUTPUT_KEPT));
  writeFileAtomic(join(directory, `${ended.id}.json`), `${JSON.stringify(ended)}\n`);
  for (const { id } of readEnded(state).slice(KEPT)) forgetEnded(state, id);
}

/** The sessions that ended, the latest first. What cannot be read is left out: it is told by nobody and kept by nobody. */
export function readEnded(state: string): readonly EndedSession[] {
  const directory = join(state, 'ended');
  let names: readonly string[];
  try {
    names = readdirSync(directory);
  } catch {
    return [];
  }
  return names
    .flatMap((name) => {
      const id = NAME.exec(name)?.[1];
      const record = id === undefined ? null : readRecord(join(directory, name));
      return record === null || record.id !== id ? [] : [record];
    })
    .sort((a, b) => (a.ended < b.ended ? 1 : -1));
}

/** The end of what it wrote, as it wrote it; null: nothing is kept. */
export function readEndedOutput(state: string, id: string): Buffer | null {
  const file = readSmallFile(join(state, 'ended', `${id}.log`), OUTPUT_KEPT);
  return file.kind === 'bytes' ? file.bytes : null;
}

/** Removes the record and the output. Gone already is not an error. */
export function forgetEnded(state: string, id: string): void {
  for (const ending of ['json', 'log']) rmSync(join(state, 'ended', `${id}.${ending}`), { force: true });
}

function readRecord(path: string): EndedSession | null {
  const file = readSmallFile(path, MAX_RECORD);
  if (file.kind !== 'bytes') return null;
  try {
    const value = JSON.parse(file.bytes.toString('utf8')) as Partial<Record<keyof EndedSession, unknown>> | null;
    if (value === null || typeof value !== 'object' || value.version !== 1) return null;
    const { id, agent, workspace, digest, tty, created, ended, code, signal, reason, error, messages } = value;
    const texts = [id, agent, workspace, digest, created, ended, reason];
    const known =
      texts.every((text) => typeof text === 'string') &&
      [signal, error].every((text) => text === null || typeof text === 'string') &&
      typeof code === 'number' &&
      typeof tty === 'boolean' &&
      Array.isArray(messages) &&
      messages.every((line) => typeof line === 'string');
    return known ? (value as EndedSession) : null;
  } catch {
    return null;
  }
}
