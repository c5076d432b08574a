import { execFileSync } from 'node:child_process';
import { linkSync, lstatSync, mkdirSync, renameSync, rmSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { systemPath } from '../host/system-path.ts';
import { rawByte, toBytes } from '../ui/raw-text.ts';
import { fingerprintTree } from './fingerprint-tree.ts';
import { copiesName } from './left-over-names.ts';
import type { SharePaths } from './share-state.ts';

export interface KeptSkill {
  readonly name: string;
  readonly reason: string;
}

const AT_ONCE = 200;
const NO_ROOM = /No space left on device|Disk quota exceeded|Read-only file system/;

/**
 * Copies top-level entries of the caller's directory into the shared one. Each is copied beside it, compared with what it
 * was copied from, and then gets its name in one step; an entry of that name is never replaced. cp(1) keeps modes, times,
 * hard links, links as links, special files and extended attributes where both file systems have them. Throws ENOSPC when
 * there is no room, and leaves then no half copy; an entry that cannot be copied otherwise is named in `kept`.
 */
export function copySkills(
  paths: SharePaths,
  names: readonly string[],
  before: (operation: string) => void,
): { readonly copied: readonly string[]; readonly kept: readonly KeptSkill[] } {
  const copied: string[] = [];
  const kept: KeptSkill[] = [];
  if (names.length === 0) return { copied, kept };
  const copies = join(paths.sharedAgents, copiesName());
  before('make copies');
  mkdirSync(copies, { mode: 0o700 });
  try {
    const plain = names.filter((name) => ![...name].some((character) => rawByte(character) !== null));
    for (const name of names.filter((each) => !plain.includes(each)))
      kept.push({ name, reason: 'its name is not UTF-8' });
    for (let at = 0; at < plain.length; at += AT_ONCE) {
      const batch = plain.slice(at, at + AT_ONCE);
      before('copy');
      copyBatch(paths.skills, copies, batch);
      for (const name of batch) {
        const reason = settle(paths, copies, name, before);
        if (reason === null) copied.push(name);
        else kept.push({ name, reason });
      }
    }
  } finally {
    before('remove copies');
    rmSync(copies, { recursive: true, force: true });
  }
  return { copied, kept };
}

/** What of the batch could not be copied shows when it is compared. */
function copyBatch(from: string, copies: string, names: readonly string[]): void {
  try {
    execFileSync('cp', ['-a', '-t', copies, '--', ...names.map((name) => `./${name}`)], {
      cwd: from,
      env: { PATH: systemPath, LC_ALL: 'C' },
      stdio: ['ignore', 'ignore', 'pipe'],
      maxBuffer: 64 << 20,
    });
  } catch (error) {
    const { stderr, code } = error as NodeJS.ErrnoException & { readonly stderr?: Buffer };
    const text = stderr?.toString('latin1') ?? '';
    if (NO_ROOM.test(text)) throw Object.assign(new Error('no room in the share'), { code: 'ENOSPC' });
    if (typeof code === 'string') throw error;
  }
}

/** null: the copy has its name in the share now. */
function settle(paths: SharePaths, copies: string, name: string, before: (operation: string) => void): string | null {
  const [source, copy, place] = [paths.skills, copies, paths.shared].map((directory) => join(directory, name)) as [
    string,
    string,
    string,
  ];
  try {
    if (fingerprintTree(toBytes(source)) !== fingerprintTree(toBytes(copy)))
      return 'not all of it could be copied, or it changed meanwhile';
    before('settle');
    if (lstatSync(copy).isDirectory()) {
      if (lstatSync(place, { throwIfNoEntry: false }) !== undefined) return 'the share has one of that name by now';
      renameSync(copy, place);
    } else {
      linkSync(copy, place);
      before('unlink copy');
      unlinkSync(copy);
    }
    return null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EROFS') throw error;
    return code ?? String(error);
  }
}
