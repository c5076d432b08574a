import { chmodSync, lstatSync, mkdirSync, readlinkSync, renameSync, rmdirSync, symlinkSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { copySkills } from './copy-skills.ts';
import type { KeptSkill } from './copy-skills.ts';
import type { Step } from './decide.ts';
import { linkDraftName } from './left-over-names.ts';
import type { SharePaths } from './share-state.ts';

export interface ApplyContext {
  readonly paths: SharePaths;
  /** Goes into the backup's name: `20260131T235959Z`. */
  readonly time: string;
  /** Called before each change of a file system; tests end the process there. */
  readonly before: (operation: string) => void;
}

export interface Applied {
  readonly made: readonly string[];
  readonly copied: readonly string[];
  /** Skills that could not be copied and are in the backup alone. */
  readonly kept: readonly KeptSkill[];
  readonly backup: string | null;
  /** The text of the link that was there. */
  readonly oldTarget: string | null;
}

/**
 * Carries out the steps in order. Throws what the file system says (ENOSPC, EROFS …); what was done by then stays, loses
 * nothing, and a second run goes on from there.
 */
export function apply(steps: readonly Step[], context: ApplyContext): Applied {
  const { paths, before } = context;
  const made: string[] = [];
  const copied: string[] = [];
  const kept: KeptSkill[] = [];
  let backup: string | null = null;
  let oldTarget: string | null = null;
  for (const step of steps) {
    switch (step.do) {
      case 'make':
        if (make(step.path, before)) made.push(step.path);
        break;
      case 'copy': {
        const result = copySkills(paths, step.names, before);
        copied.push(...result.copied);
        kept.push(...result.kept);
        break;
      }
      case 'set-aside':
        backup = freeName(`${paths.skills}.backup-${context.time}`);
        before('set aside');
        renameSync(paths.skills, backup);
        break;
      case 'remove-empty':
        before('remove empty');
        rmdirSync(paths.skills);
        break;
      case 'link':
        if (step.over === 'link') oldTarget = readlinkSync(paths.skills);
        link(paths, step.over, before);
        break;
    }
  }
  return { made, copied, kept, backup, oldTarget };
}

function make(path: string, before: ApplyContext['before']): boolean {
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) return false;
  before('make');
  mkdirSync(path, { mode: 0o700 });
  // The umask may have taken bits away, and only those of its owner are asked for.
  before('mode');
  chmodSync(path, 0o700);
  return true;
}

function link(paths: SharePaths, over: 'nothing' | 'link', before: ApplyContext['before']): void {
  if (over === 'nothing') {
    before('link');
    symlinkSync(paths.shared, paths.skills);
    return;
  }
  const draft = join(paths.agents, linkDraftName());
  before('draft link');
  symlinkSync(paths.shared, draft);
  before('exchange link');
  // What has come there meanwhile, a directory above all, is not replaced.
  if (lstatSync(paths.skills).isSymbolicLink()) renameSync(draft, paths.skills);
  else unlinkSync(draft);
}

function freeName(path: string): string {
  for (let count = 1; ; count++) {
    const name = count === 1 ? path : `${path}-${count}`;
    if (lstatSync(name, { throwIfNoEntry: false }) === undefined) return name;
  }
}
