import { join } from 'node:path';
import { readSmallFile } from '../host/read-small-file.ts';
import type { Owner } from './owner.ts';

/** One entry of the sessions' journal, `<state>/sessions/<id>/session.json`: written whole before anything else is made. */
export interface SessionRecord {
  readonly version: 1;
  /** 8 to 32 characters of a–z and 0–9. */
  readonly id: string;
  readonly agent: string;
  readonly workspace: string;
  /** The agent's own config directory; absent: it has none, or the record is of an older version. */
  readonly config?: string;
  /** The launcher's process; of a detached session, its keeper's, which holds the lease as well. */
  readonly owner: Owner;
  /** Where the agent starts. Absent, as all that follow, in records of older versions. */
  readonly cwd?: string;
  readonly detached?: boolean;
  readonly tty?: boolean;
  /** The plan's. */
  readonly digest?: string;
  readonly publish?: readonly number[];
  /** ISO 8601. */
  readonly created: string;
}

export type ReadRecord =
  | { readonly kind: 'record'; readonly record: SessionRecord }
  /** Not written yet, or its directory is being removed. */
  | { readonly kind: 'absent' }
  /** Of a newer version of this program, which knows what to do with it. */
  | { readonly kind: 'newer'; readonly version: number }
  | { readonly kind: 'damaged'; readonly reason: string };

const MAX_SIZE = 65_536;
const ID = /^[a-z0-9]{8,32}$/;

/** Reads an entry of the journal; whatever is there, nothing is thrown. */
export function readSessionRecord(directory: string): ReadRecord {
  const file = readSmallFile(join(directory, 'session.json'), MAX_SIZE);
  if (file.kind === 'absent') return file;
  if (file.kind !== 'bytes') return damaged(file.kind === 'unreadable' ? file.reason : file.kind);
  let value: unknown;
  try {
    value = JSON.parse(file.bytes.toString('utf8'));
  } catch {
    return damaged('it is not JSON');
  }
  if (typeof value !== 'object' || value === null) return damaged('it is not an object');
  const { version, id, agent, workspace, config, owner, created } = value as Partial<
    Record<keyof SessionRecord, unknown>
  >;
  if (typeof version === 'number' && version > 1) return { kind: 'newer', version };
  if (version !== 1) return damaged('it has no version');
  if (!isOwner(owner) || ![id, agent, workspace, created].every((text) => typeof text === 'string'))
    return damaged('something is missing in it');
  if (!ID.test(id as string)) return damaged('its id is none');
  const { cwd, detached, tty, digest, publish } = value as Partial<Record<keyof SessionRecord, unknown>>;
  if (
    ![detached, tty].every((fact) => fact === undefined || typeof fact === 'boolean') ||
    !isText(digest) ||
    !isText(cwd)
  )
    return damaged('something in it is of another type');
  if (publish !== undefined && !(Array.isArray(publish) && publish.every(isPort)))
    return damaged('its ports are no numbers');
  if (config !== undefined && typeof config !== 'string') return damaged('its config directory is no path');
  return { kind: 'record', record: value as SessionRecord };
}

function isText(value: unknown): boolean {
  return value === undefined || typeof value === 'string';
}

function isPort(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 65_535;
}

function isOwner(value: unknown): value is Owner {
  const owner = value as Partial<Owner> | null | undefined;
  return (
    Number.isSafeInteger(owner?.pid) &&
    Number(owner?.pid) > 0 &&
    [owner?.start, owner?.bootId, owner?.hostId].every((text) => typeof text === 'string')
  );
}

function damaged(reason: string): ReadRecord {
  return { kind: 'damaged', reason };
}
