import { chmodSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ObjectId } from '../host/pin.ts';
import { readSmallFile } from '../host/read-small-file.ts';
import { writeFileAtomic } from '../state/write-file-atomic.ts';
import type { CodeFile, ConfigRecord, RecordedValue } from './config-record.ts';

/** Of 20,000 files with long names. */
const MAX_SIZE = 32 * 1024 ** 2;

export type ReadConfigRecord =
  | { readonly kind: 'record'; readonly record: ConfigRecord }
  | { readonly kind: 'absent' }
  /** Of a newer version of this program: neither compared nor replaced. */
  | { readonly kind: 'newer' }
  | { readonly kind: 'damaged'; readonly reason: string };

/** One record for each agent and directory, however the directory is called. */
export function configRecordPath(state: string, agent: string, { dev, ino }: ObjectId): string {
  return join(state, 'own-config', `${agent}-${dev}-${ino}.json`);
}

/** Reads a record; whatever is there, nothing is thrown. */
export function readConfigRecord(path: string): ReadConfigRecord {
  const file = readSmallFile(path, MAX_SIZE);
  if (file.kind === 'absent') return file;
  if (file.kind !== 'bytes') return damaged(file.kind === 'unreadable' ? file.reason : file.kind);
  let value: unknown;
  try {
    value = JSON.parse(file.bytes.toString('utf8'));
  } catch {
    return damaged('it is not JSON');
  }
  if (!isObject(value)) return damaged('it is not an object');
  const { version, settings, code, ...rest } = value;
  if (typeof version === 'number' && version > 1) return { kind: 'newer' };
  if (version !== 1 || Object.keys(rest).length > 0) return damaged('it is of no known version');
  if (!isRecordOf(settings, (keys) => isRecordOf(keys, isValue)) || !isRecordOf(code, isCode))
    return damaged('something in it has another form');
  return { kind: 'record', record: { version, settings, code } };
}

/** Whole or not there, 0600 in a directory 0700. Throws the system's error. */
export function writeConfigRecord(path: string, record: ConfigRecord): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  chmodSync(dirname(path), 0o700);
  writeFileAtomic(path, `${JSON.stringify(record)}\n`);
}

function damaged(reason: string): ReadConfigRecord {
  return { kind: 'damaged', reason };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isRecordOf<T>(value: unknown, is: (item: unknown) => item is T): value is Readonly<Record<string, T>> {
  return isObject(value) && Object.values(value).every(is);
}

function isValue(value: unknown): value is RecordedValue {
  if (!isObject(value)) return false;
  const { text, digest, hidden, ...rest } = value;
  if (Object.keys(rest).length > 0) return false;
  if (hidden !== undefined) return isDigest(hidden) && text === undefined && digest === undefined;
  return typeof text === 'string' && (digest === undefined || isDigest(digest));
}

function isCode(value: unknown): value is CodeFile {
  if (!isObject(value)) return false;
  const names = Object.keys(value).sort().join();
  if (names === 'link' || names === 'special') return typeof value[names] === 'string';
  const { sha256, ...numbers } = value;
  return (
    names === 'ctime,ino,mode,mtime,sha256,size' &&
    (sha256 === null || isDigest(sha256)) &&
    Object.values(numbers).every((number) => typeof number === 'number')
  );
}

function isDigest(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
}
