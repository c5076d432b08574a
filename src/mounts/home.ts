import type { PlannedTmpfs } from '../plan/launch-plan.ts';
import type { Mount, MountContext } from './mount.ts';

const MIB = 1024 * 1024;

/**
 * The private `$HOME` and the scratch directories. `/tmp` and `/var/tmp` are executable because build tools run what they
 * put there (`go run`, `pip install`); `/run` is not. Inode counts are set because tmpfs otherwise stops at half of the
 * memory's pages, and package stores run out of inodes with bytes to spare (user report 47).
 */
export const home: Mount = {
  name: 'home',
  plan: (context) => ({
    mounts: [],
    tmpfs: [
      owned(context, 'home', 'home', context.facts.user.home, context.options.homeSize, 1_048_576),
      ...agentsDirectory(context),
      shared(context, 'tmp', '/tmp'),
      shared(context, 'var-tmp', '/var/tmp'),
      { ...owned(context, 'run', 'scratch', '/run', 64 * MIB, 16_384), exec: false, permissions: '0755' },
    ],
  }),
};

/** `~/.agents` is a read-only tmpfs: nothing but the mount point `skills` can ever be in it, for root neither. */
function agentsDirectory(context: MountContext): readonly PlannedTmpfs[] {
  if (context.options.skills === 'off') return [];
  const target = `${context.facts.user.home}/.agents`;
  return [{ ...owned(context, 'agents', 'agents', target, MIB, 16), mode: 'ro', exec: false }];
}

function owned(
  context: MountContext,
  id: string,
  kind: PlannedTmpfs['kind'],
  target: string,
  size: number,
  inodes: number,
): PlannedTmpfs {
  const { uid, gid } = context.facts.user;
  return { id, kind, target, mode: 'rw', exec: true, permissions: '0700', uid, gid, size, inodes, below: null };
}

function shared(context: MountContext, id: string, target: string): PlannedTmpfs {
  const size = context.options.homeSize;
  return { ...owned(context, id, 'scratch', target, size, 1_048_576), permissions: '1777', uid: 0, gid: 0 };
}
