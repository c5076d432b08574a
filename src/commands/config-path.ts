import { lstatSync } from 'node:fs';
import { configPaths } from '../config/load.ts';
import { findDirectories } from '../host/find-directories.ts';
import { findUser } from '../host/find-user.ts';
import { escapeText } from '../ui/escape.ts';
import { writeJsonResult } from '../ui/json-result.ts';
import type { Deps, Invocation } from './command.ts';

/** Prints where configuration is read from, the strongest file last. */
export function configPath({ flags }: Invocation, deps: Deps): number {
  const dirs = findDirectories(deps.env, findUser(deps.env).home, deps.programDir);
  const files = configPaths({ dirs }).map((path) => ({
    path,
    exists: lstatSync(path, { throwIfNoEntry: false }) !== undefined,
  }));
  if (flags['json'] === true) {
    writeJsonResult(deps.stdout, 'config path', { files });
    return 0;
  }
  for (const { path, exists } of files)
    deps.stdout.write(`${escapeText(path, { max: 5000 })}${exists ? '' : '  (not there)'}\n`);
  return 0;
}
