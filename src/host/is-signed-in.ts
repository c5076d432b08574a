import { join } from 'node:path';
import type { Login } from '../agents/agent.ts';
import { readSmallFile } from './read-small-file.ts';

/** A configuration with years of history in it. */
const LIMIT = 64 * 1024 ** 2;

/** Whether a login is in that config directory. What cannot be read counts as one: a wrong "not signed in" only annoys. */
export function isSignedIn(directory: string, logins: readonly Login[]): boolean {
  return logins.some(({ file, keys }) => {
    const read = readSmallFile(join(directory, file), LIMIT);
    if (read.kind === 'absent') return false;
    if (read.kind !== 'bytes') return keys === null;
    const value = parse(read.bytes.toString('utf8'));
    if (value === null) return keys === null && read.bytes.length > 0;
    return (keys ?? Object.keys(value)).some((key) => isGiven(value[key]));
  });
}

function parse(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : null;
  } catch {
    return null;
  }
}

function isGiven(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return value !== undefined && value !== null && value !== '' && value !== false;
}
