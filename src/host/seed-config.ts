import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConfigSeed } from '../agents/agent.ts';
import { AppError } from '../errors.ts';
import type { Approvals } from '../judge/approvals.ts';
import { linkPolicy } from './link-policy.ts';
import type { HostFacts } from './facts.ts';
import type { Pin } from './pin.ts';
import { pinSource } from './pin-source.ts';
import { createWholeFile } from './write.ts';

const LIMIT = 64 * 1024 ** 2;
const NO_APPROVALS: Approvals = { links: [], ancestors: [] };

/**
 * Makes `seed.file` in the pinned config directory from what the host's program keeps in `seed.from`, when it is not there
 * yet: once, never again, whatever the host's file becomes. Of links only the share's is followed. What cannot be used is
 * said and left: the agent then starts as if new. `extra` is put in where the host's file says nothing. Returns lines for
 * the person.
 */
export function seedConfig(
  seed: ConfigSeed,
  config: Pin,
  facts: Pick<HostFacts, 'user' | 'dirs' | 'workspace'>,
  extra: Readonly<Record<string, unknown>> = {},
): readonly string[] {
  if (lstatSync(`/proc/self/fd/${config.fd}/${seed.file}`, { throwIfNoEntry: false }) !== undefined) return [];
  const source = join(facts.user.home, seed.from);
  const target = join(config.source, seed.file);
  const notes: string[] = [];
  let selected: Readonly<Record<string, unknown>> = {};
  try {
    if (lstatSync(source, { throwIfNoEntry: false }) !== undefined)
      selected = seed.select(parse(readSource(source, facts)), [facts.workspace.path, facts.workspace.start]);
  } catch (error) {
    notes.push(`${source} is not taken over into ${target}: ${reasonOf(error)}`);
  }
  const content = { ...extra, ...selected };
  if (Object.keys(content).length === 0) return notes;
  try {
    const made = createWholeFile(config.fd, seed.file, `${JSON.stringify(content, null, 2)}\n`);
    if (made && Object.keys(selected).length > 0)
      notes.push(`${target} was made from ${source}; from now on the two are independent`);
  } catch (error) {
    notes.push(`${target} cannot be made: ${reasonOf(error)}`);
  }
  return notes;
}

function reasonOf(error: unknown): string {
  return error instanceof AppError ? error.message : ((error as NodeJS.ErrnoException).code ?? String(error));
}

function readSource(source: string, facts: Pick<HostFacts, 'user' | 'dirs'>): string {
  const pin = pinSource(source, {
    uid: facts.user.uid,
    expect: 'file',
    allowLink: linkPolicy({ mounts: [{ source, options: { trust: 'caller' } }] }, facts, NO_APPROVALS),
  });
  try {
    const fd = openSync(`/proc/self/fd/${pin.fd}`, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const { uid, size } = fstatSync(fd);
      if (uid !== facts.user.uid) throw unusable(`it belongs to user ${uid}`);
      if (size > LIMIT) throw unusable('it is too large');
      return readFileSync(fd, 'utf8');
    } finally {
      closeSync(fd);
    }
  } finally {
    closeSync(pin.fd);
  }
}

function parse(text: string): Readonly<Record<string, unknown>> {
  if (text.trim() === '') throw unusable('it is empty');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The parser's own words quote the file, which holds secrets.
    throw unusable('it is not valid JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw unusable('it is no JSON object');
  return value as Readonly<Record<string, unknown>>;
}

function unusable(reason: string): AppError {
  return new AppError('SOURCE_REFUSED', reason, 'Mend or remove it.');
}
