import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { caller, isRoot } from './temp-world.ts';
import type { TempWorld } from './temp-world.ts';

/**
 * Puts a file system that ignores case (ext4 with casefold, else vfat) below the world's home, for the test; null when it
 * is there, else why this machine has none.
 */
export function foldingHome(world: TempWorld): string | null {
  if (!isRoot) return 'only root can mount';
  const reasons: string[] = [];
  for (const type of ['ext4', 'vfat'] as const) {
    try {
      mountFolding(world, type);
      return null;
    } catch (error) {
      reasons.push(`${type}: ${(error as Error).message.trim().split('\n').join(' ')}`);
    }
  }
  return reasons.join('; ');
}

function mountFolding(world: TempWorld, type: 'ext4' | 'vfat'): void {
  const run = (file: string, ...args: readonly string[]) => execFileSync(file, args, { stdio: 'pipe' });
  const [image, disk] = [join(world.root, `${type}.img`), join(world.root, `${type}-disk`)];
  mkdirSync(disk);
  run('truncate', '-s', '32M', image);
  if (type === 'ext4') run('mkfs.ext4', '-q', '-O', 'casefold', image);
  else run('mkfs.vfat', image);
  const options = type === 'ext4' ? 'loop' : `loop,uid=${caller.uid},gid=${caller.gid},umask=022`;
  run('mount', '-t', type, '-o', options, image, disk);
  onTestFinished(() => void execFileSync('umount', ['--', disk]));
  const home = join(disk, 'home');
  mkdirSync(home);
  if (type === 'ext4') {
    run('chattr', '+F', home);
    chownSync(home, caller.uid, caller.gid);
  }
  world.bind(home, world.home);
}
