import type { ConfigCommand } from '../../battery/config-facts.ts';
import type { ConfigChange } from './config-record.ts';

/** Files that say what is run, and programs. */
const PROGRAM =
  /(^|\/)(hooks|plugin|\.?mcp|marketplace)\.json$|\.(sh|bash|zsh|js|mjs|cjs|ts|mts|py|pl|rb|exe|so|node)$|(^|\/)[^./]+$/;

/** `0`: names or is a program; nothing may hide it. `1`: another setting. `2`: another file. Pure. */
export function rankOf({ file, key }: ConfigChange, commands: readonly ConfigCommand[]): 0 | 1 | 2 {
  const named = commands.some((command) => command.file === file && command.key === key);
  if (
    named ||
    (key !== null && /(^|\.)(hooks|command|args|program|[A-Za-z]*Helper|processWrapper|notify)(\.|\[|$)/.test(key))
  )
    return 0;
  if (key !== null) return 1;
  return PROGRAM.test(file) ? 0 : 2;
}

/** The same changes, what runs first. Pure. */
export function rankChanges(
  changes: readonly ConfigChange[],
  commands: readonly ConfigCommand[],
): readonly ConfigChange[] {
  return [...changes].sort((a, b) => rankOf(a, commands) - rankOf(b, commands));
}
