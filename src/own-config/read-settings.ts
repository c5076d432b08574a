import { readdirSync, readlinkSync } from 'node:fs';
import type { ConfigAddress, ConfigCommand, SettingsState } from '../../battery/config-facts.ts';
import type { Agent } from '../agents/agent.ts';
import { readSmallFile } from '../host/read-small-file.ts';
import type { SmallFile } from '../host/read-small-file.ts';
import type { RecordedValue } from './config-record.ts';
import { findAddresses } from './find-addresses.ts';
import { findCommands } from './find-commands.ts';
import { isListed } from './is-listed.ts';
import { inParent, placeBelow } from './open-directory.ts';
import { parseSettings } from './parse-settings.ts';
import { digestOf, recordValue } from './record-value.ts';
import { keyName, selectKeys, TooMuch } from './select-keys.ts';

const MAX_SIZE = 4 * 1024 ** 2;

/** What an agent's settings files say, as far as it matters here. */
export interface ConfigSettings {
  /** Settings file → key → value; of those that are there. */
  readonly entries: Readonly<Record<string, Readonly<Record<string, RecordedValue>>>>;
  readonly states: readonly SettingsState[];
  readonly commands: readonly ConfigCommand[];
  readonly addresses: readonly ConfigAddress[];
  /** Files below the directory that commands name, relative to it: code, wherever they lie. */
  readonly scripts: readonly string[];
}

/**
 * Reads the settings files of an agent from the descriptor of its config directory; no link is followed, nothing waits, and whatever is in
 * them, nothing is thrown. `place`: the directory's path and the home's, for commands that name files in it.
 */
export async function readSettings(
  root: number,
  config: NonNullable<Agent['config']>,
  place: { readonly directory: string; readonly home: string },
): Promise<ConfigSettings> {
  const listed = [...config.executables.filter(({ keys }) => keys !== null), ...config.commands, ...config.addresses];
  const entries: Record<string, Readonly<Record<string, RecordedValue>>> = {};
  const states: SettingsState[] = [];
  const commands: ConfigCommand[] = [];
  const addresses: ConfigAddress[] = [];
  const scripts = new Set<string>();
  const paths = [...new Set(listed.map((one) => one.path))].flatMap((pattern) => expand(root, pattern));
  for (const path of new Set(paths)) {
    const file = readBelow(root, path);
    if (file.kind === 'absent') continue;
    if (file.kind !== 'bytes') {
      states.push({ path, state: file.kind, reason: describe(file) });
      entries[path] = { '': { text: linkText(root, path) ?? describe(file) } };
      continue;
    }
    const parsed = await parseSettings(path, file.bytes);
    try {
      if (parsed.kind === 'unparsable') throw new TooMuch(parsed.reason);
      entries[path] = recordKeys(parsed.value, config, path);
      const found = findCommands(parsed.value, config, path, place);
      commands.push(...found.commands);
      for (const script of found.scripts) scripts.add(script);
      addresses.push(...findAddresses(parsed.value, config, path));
      states.push({ path, state: 'read', reason: '' });
    } catch (error) {
      if (!(error instanceof TooMuch)) throw error;
      states.push({ path, state: 'unparsable', reason: error.message });
      entries[path] = { '': { text: 'not readable', digest: digestOf(file.bytes) } };
    }
  }
  return { entries, states, commands, addresses, scripts: [...scripts] };
}

/** The files a listed path stands for; one with `*` only those that are there. */
function expand(root: number, pattern: string): readonly string[] {
  if (!pattern.includes('*')) return [pattern];
  const directory = pattern.split('/').slice(0, -1);
  try {
    return inParent(root, [...directory, '.'].join('/'), (parent) =>
      readdirSync(`/proc/self/fd/${parent}`)
        .map((name) => [...directory, name].join('/'))
        .filter((path) => isListed(pattern, path)),
    );
  } catch {
    return [];
  }
}

function recordKeys(
  value: unknown,
  config: NonNullable<Agent['config']>,
  path: string,
): Readonly<Record<string, RecordedValue>> {
  const kept = new Map<string, RecordedValue>();
  for (const { keys, only, harmless = [] } of config.executables.filter((one) => isListed(one.path, path))) {
    for (const leaf of selectKeys(value, keys ?? [], harmless)) {
      const command = typeof leaf.value === 'string' && leaf.value.startsWith('!');
      if (only === 'commands' && !command) continue;
      kept.set(keyName(leaf.path), recordValue(leaf, { command: only === 'commands' }));
    }
  }
  // Not by assignment: a key may be called `__proto__`.
  return Object.fromEntries(kept);
}

function readBelow(root: number, path: string): SmallFile {
  try {
    return inParent(root, path, (parent, name) => readSmallFile(String(placeBelow(parent, name)), MAX_SIZE));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    if (code === 'ENOENT') return { kind: 'absent' };
    if (code === 'ENOTDIR' || code === 'ELOOP') return { kind: 'not-a-file' };
    return { kind: 'unreadable', reason: code };
  }
}

function describe(file: Exclude<SmallFile, { readonly kind: 'bytes' | 'absent' }>): string {
  if (file.kind === 'not-a-file') return 'it is not a regular file, or lies behind a link';
  if (file.kind === 'too-large') return `it is larger than ${MAX_SIZE / 1024 ** 2} MiB`;
  return `it cannot be read (${file.reason})`;
}

function linkText(root: number, path: string): string | null {
  try {
    return inParent(root, path, (parent, name) => `link to ${readlinkSync(String(placeBelow(parent, name)))}`);
  } catch {
    return null;
  }
}
