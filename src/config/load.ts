import { join } from 'node:path';
import type { HostFacts } from '../host/facts.ts';
import type { ConfigFile } from './config-file.ts';
import type { Problem } from './layer.ts';
import { readConfigFile } from '../host/read-config-file.ts';

/** Where configuration is read from, in the order of their strength, weakest first. Never the workspace. */
export function configPaths(facts: Pick<HostFacts, 'dirs'>): readonly [machine: string, person: string] {
  return ['/etc/sandbox/config.yaml', join(facts.dirs.config, 'config.yaml')];
}

/**
 * Reads the configuration files that exist; parser and schema are loaded only when one does. Everything that is wrong in
 * them is returned. Throws CONFIG_UNREADABLE.
 */
export async function loadConfig(
  facts: { readonly user: Pick<HostFacts['user'], 'uid' | 'gid' | 'home'>; readonly dirs: HostFacts['dirs'] },
  workspace: string,
): Promise<{ readonly files: readonly ConfigFile[]; readonly problems: readonly Problem[] }> {
  const [machine, person] = configPaths(facts);
  const { uid, gid, home } = facts.user;
  const found = [
    { path: machine, text: readConfigFile(machine, { owners: [0], gid: 0, workspace }) },
    { path: person, text: readConfigFile(person, { owners: [uid, 0], gid, workspace }) },
  ];
  const files: ConfigFile[] = [];
  const problems: Problem[] = [];
  for (const { path, text } of found) {
    if (text === null) continue;
    const { parseConfigFile } = await import('./parse-file.ts');
    const parsed = parseConfigFile(path, text, home);
    if (parsed.file !== null) files.push(parsed.file);
    problems.push(...parsed.problems);
  }
  return { files, problems };
}
