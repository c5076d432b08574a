import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { ConfigSeed } from '../agents/agent.ts';
import { AppError } from '../errors.ts';
import type { HostFacts } from './facts.ts';
import type { Pin } from './pin.ts';
import { readSeed } from './read-seed.ts';
import { createWholeFile } from './write.ts';

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
    selected = readSeed(seed, facts) ?? {};
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
