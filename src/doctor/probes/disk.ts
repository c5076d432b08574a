import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { formatBytes } from '../../ui/format-bytes.ts';
import type { DoctorContext, State } from '../probe.ts';
import { probe } from '../probe.ts';

interface Room {
  readonly path: string;
  /** Bytes an ordinary user may still write. */
  readonly free: number;
  /** Free inodes; null: this file system counts none. */
  readonly inodes: number | null;
}

const [FAIL_BYTES, WARN_BYTES] = [100 * 1024 ** 2, 2 * 1024 ** 3];
const [FAIL_INODES, WARN_INODES] = [1_000, 20_000];

async function rooms(context: DoctorContext): Promise<readonly Room[]> {
  const root = await context.engine().then(
    ({ info }) => (info.dataRoot.startsWith('/') ? [info.dataRoot] : []),
    () => [],
  );
  const { state, cache } = context.dirs;
  return Promise.all([context.user.home, context.workspace, state, cache, ...root].map(room));
}

/** Of the nearest directory above that is there. */
async function room(path: string): Promise<Room> {
  for (let place = path; ; place = dirname(place)) {
    try {
      const { bavail, bsize, files, ffree } = await statfs(place);
      return { path, free: bavail * bsize, inodes: files === 0 ? null : ffree };
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (place === '/' || (code !== 'ENOENT' && code !== 'ENOTDIR' && code !== 'EACCES')) throw error;
    }
  }
}

function state(value: number, fail: number, warn: number): State {
  return value < fail ? 'fail' : value < warn ? 'warn' : 'ok';
}

export const disk = probe({
  id: 'disk',
  title: 'disk space',
  why: 'images, logins and what a session writes need room; a full disk loses work',
  mend: 'sandbox image prune, or make room on the file system named',
  gather: rooms,
  judge(found) {
    const least = found.reduce((a, b) => (b.free < a.free ? b : a));
    return {
      state: state(least.free, FAIL_BYTES, WARN_BYTES),
      found: `${formatBytes(least.free)} free at ${least.path}`,
    };
  },
});

export const inodes = probe({
  id: 'inodes',
  title: 'free inodes',
  why: 'without one no file can be made, however much room there is',
  mend: 'remove directories with many small files (node_modules, caches) on the file system named',
  gather: rooms,
  judge(found) {
    const counted = found.flatMap(({ path, inodes: free }) => (free === null ? [] : [{ path, free }]));
    if (counted.length === 0) return { state: 'ok', found: 'these file systems have no limit' };
    const least = counted.reduce((a, b) => (b.free < a.free ? b : a));
    return { state: state(least.free, FAIL_INODES, WARN_INODES), found: `${least.free} free at ${least.path}` };
  },
});
