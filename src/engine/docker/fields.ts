import { BadAnswer } from './bad-answer.ts';

/**
 * Fields of an answer, each of the type it must have: an answer is as untrusted as what it is about. All throw BadAnswer.
 * What comes out is made anew, so that nothing (`__proto__`, a list where an object was due) is taken over unseen.
 */
type Fields = Readonly<Record<string, unknown>>;

export function object(value: unknown, name: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw unexpected(name, 'an object', value);
  return value as Fields;
}

export function list<T>(value: unknown, name: string, read: (element: unknown) => T): readonly T[] {
  if (!Array.isArray(value)) throw unexpected(name, 'a list', value);
  return value.map(read);
}

export function text(value: unknown, name: string): string {
  if (typeof value !== 'string') throw unexpected(name, 'a text', value);
  return value;
}

export function flag(value: unknown, name: string): boolean {
  if (typeof value !== 'boolean') throw unexpected(name, 'true or false', value);
  return value;
}

export function wholeNumber(value: unknown, name: string, min: number, max = Number.MAX_SAFE_INTEGER): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max)
    throw unexpected(name, `a whole number from ${min} to ${max}`, value);
  return value;
}

/** What a process can end with. */
export function exitCode(value: unknown, name: string): number {
  return wholeNumber(value, name, 0, 255);
}

/** Becomes part of paths of requests. */
export function containerId(value: unknown): string {
  const id = text(value, 'Id');
  if (!/^[0-9a-f]{12,64}$/.test(id)) throw unexpected('Id', 'the id of a container', id);
  return id;
}

/** `sha256:` and 64 hex digits; Podman leaves the prefix away. */
export function imageId(value: unknown): string {
  const id = text(value, 'Id');
  if (!/^(sha256:)?[0-9a-f]{64}$/.test(id)) throw unexpected('Id', 'the id of an image', id);
  return id;
}

/** Absent and null: none. */
export function labels(value: unknown): Readonly<Record<string, string>> {
  if (value === undefined || value === null) return {};
  const entries = Object.entries(object(value, 'Labels'));
  return Object.fromEntries(entries.map(([key, label]) => [key, text(label, 'a label')]));
}

function unexpected(name: string, wanted: string, value: unknown): BadAnswer {
  // What is inside an object may be of any size and depth.
  const inside = typeof value === 'object' && value !== null;
  const shown = inside ? (Array.isArray(value) ? 'a list' : 'an object') : String(JSON.stringify(value)).slice(0, 100);
  return new BadAnswer(`${name} is ${shown}, not ${wanted}`);
}
