import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConfigSeed } from '../agents/agent.ts';
import { AppError } from '../errors.ts';
import type { Approvals } from '../judge/approvals.ts';
import type { HostFacts } from './facts.ts';
import { linkPolicy } from './link-policy.ts';
import { pinSource } from './pin-source.ts';

const LIMIT = 64 * 1024 ** 2;
const NO_APPROVALS: Approvals = { links: [], ancestors: [] };

/**
 * What of the host's own file a config directory gets; null: there is no such file. Of links only the share's is followed.
 * Throws SOURCE_REFUSED and SOURCE_LINK for a file that cannot be used.
 */
export function readSeed(
  seed: ConfigSeed,
  { user, dirs, workspace }: Pick<HostFacts, 'user' | 'dirs'> & { readonly workspace: HostFacts['workspace'] | null },
): Readonly<Record<string, unknown>> | null {
  const source = join(user.home, seed.from);
  if (lstatSync(source, { throwIfNoEntry: false }) === undefined) return null;
  return seed.select(
    parse(readSource(source, { user, dirs })),
    workspace === null ? [] : [workspace.path, workspace.start],
  );
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
