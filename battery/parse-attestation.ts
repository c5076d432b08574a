import { AppError } from '../src/errors.ts';
import { escapeText } from '../src/ui/escape.ts';
import type { Attestation, AttestedEntry, AttestedStat } from './attestation.ts';
import { parseMountinfo } from './parse-mountinfo.ts';

type Parse<T> = (value: unknown, where: string) => T;

/**
 * The gate's JSON → Attestation, strictly: a missing, unknown or mistyped field refuses. On the wire every character is one
 * byte (latin1), `status` and `mountinfo` are the kernel's text; here paths are UTF-8 text again, while names in listings
 * stay latin1, so that no two different names become equal.
 *
 * @throws AppError GATE_BAD_ATTESTATION naming the field
 */
export function parseAttestation(json: string): Attestation {
  try {
    return attestation(JSON.parse(json), 'attestation');
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'it is not JSON' : escapeText((error as Error).message);
    throw new AppError(
      'GATE_BAD_ATTESTATION',
      `the session’s attestation cannot be read: ${reason}`,
      'Nothing of the agent ran. Rebuild the image with `sandbox image build`; report this if it stays.',
      { cause: error },
    );
  }
}

const stat = nullable<AttestedStat>(
  fields({
    dev: decimal,
    ino: decimal,
    mode: count,
    uid: count,
    gid: count,
    type: letter,
  }),
);
const entry: Parse<AttestedEntry> = fields({ name: latin1, type: letter });
const command = nullable(fields({ path: text, resolved: text, writable: boolean, parentsWritable: boolean }));

const attestation: Parse<Attestation> = fields({
  version: (value: unknown, where: string): 1 => (value === 1 ? 1 : fail(where)),
  session: text,
  bootId: text,
  clock: (value: unknown, where: string): number =>
    typeof value === 'number' && Number.isFinite(value) ? value : fail(where),
  cwd: text,
  status: statusLines,
  stats: record(stat),
  mountinfo: (value: unknown, where: string) => parseMountinfo(latin1(value, where)),
  envNames: list(text),
  fds: record(text),
  listings: record(nullable(list(entry))),
  cgroup: record(text),
  namespaces: record(text),
  lsm: nullable(text),
  command,
  writablePathDirs: list(text),
  probes: record(text),
});

function fail(where: string): never {
  throw new Error(where);
}

function latin1(value: unknown, where: string): string {
  return typeof value === 'string' && /^[\0-\xff]*$/.test(value) ? value : fail(where);
}

function text(value: unknown, where: string): string {
  return Buffer.from(latin1(value, where), 'latin1').toString('utf8');
}

function boolean(value: unknown, where: string): boolean {
  return typeof value === 'boolean' ? value : fail(where);
}

function count(value: unknown, where: string): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : fail(where);
}

function decimal(value: unknown, where: string): string {
  return typeof value === 'string' && /^(0|[1-9]\d{0,19})$/.test(value) ? value : fail(where);
}

function letter(value: unknown, where: string): string {
  return typeof value === 'string' && /^[dflpsbc]$/.test(value) ? value : fail(where);
}

/** Lines `Key:\tvalue` of /proc/self/status. */
function statusLines(value: unknown, where: string): Readonly<Record<string, string>> {
  const lines = latin1(value, where).split('\n');
  if (lines.pop() !== '') fail(where);
  return own(
    lines.map((line): [string, string] => {
      const [, key = fail(where), rest = ''] = /^([A-Za-z0-9_]+):[ \t]*(.*)$/.exec(line) ?? [];
      return [key, rest.trimEnd()];
    }),
    where,
  );
}

function nullable<T>(parse: Parse<T>): Parse<T | null> {
  return (value, where) => (value === null ? null : parse(value, where));
}

function list<T>(parse: Parse<T>): Parse<readonly T[]> {
  return (value, where) =>
    Array.isArray(value) ? value.map((item, at) => parse(item, `${where}[${at}]`)) : fail(where);
}

function record<T>(parse: Parse<T>): Parse<Readonly<Record<string, T>>> {
  return (value, where) =>
    own(
      Object.entries(object(value, where)).map(([key, item]): [string, T] => {
        const name = text(key, where);
        return [name, parse(item, `${where}.${name}`)];
      }),
      where,
    );
}

/** Exactly these members. */
function fields<T extends object>(parsers: { readonly [K in keyof T]: Parse<T[K]> }): Parse<T> {
  const known = Object.entries(parsers) as [string, Parse<unknown>][];
  return (value, where) => {
    const given = object(value, where);
    const extra = Object.keys(given).find((key) => !Object.hasOwn(parsers, key));
    if (extra !== undefined) fail(`${where}.${extra}`);
    return Object.fromEntries(
      known.map(([key, parse]) => {
        if (!Object.hasOwn(given, key)) fail(`${where}.${key}`);
        return [key, parse(given[key], `${where}.${key}`)];
      }),
    ) as T;
  };
}

function object(value: unknown, where: string): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : fail(where);
}

/** Own properties only, so that `__proto__` is a name like any other; a name twice refuses. */
function own<T>(entries: readonly [string, T][], where: string): Readonly<Record<string, T>> {
  if (new Set(entries.map(([key]) => key)).size !== entries.length) fail(where);
  return Object.fromEntries(entries);
}
