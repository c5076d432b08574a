import type { GitIdentity } from '../host/find-git-identity.ts';
import type { LaunchPlan } from '../plan/launch-plan.ts';
import { gitCredentials } from './git-credentials.ts';
import { gitConfigText } from './git-config-text.ts';

export interface IdentityFiles {
  readonly passwd: string;
  readonly group: string;
}

/** Files that say who the caller is inside. Names and home were validated when gathered: no `:`, no control bytes. */
export function identityFiles(user: LaunchPlan['user']): IdentityFiles {
  return { passwd: passwd(user), group: group(user) };
}

function passwd({ uid, gid, name, home }: LaunchPlan['user']): string {
  const caller = `${name}:x:${uid}:${gid}::${home}:/bin/bash`;
  const others = [
    { uid: 0, line: 'root:x:0:0:root:/root:/bin/bash' },
    { uid: 65534, line: 'nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin' },
  ];
  // The caller stands first: a look-up by uid must find the caller's line when it has one of these ids.
  return lines([caller, ...others.filter((other) => other.uid !== uid).map(({ line }) => line)]);
}

function group({ gid, groups, name }: LaunchPlan['user']): string {
  const known = new Map([
    [0, 'root'],
    [65534, 'nogroup'],
  ]);
  const ids = [...new Set([gid, ...groups, ...known.keys()])];
  const nameOf = (id: number): string => known.get(id) ?? (id === gid ? name : `group${id}`);
  return lines(ids.map((id) => `${nameOf(id)}:x:${id}:${groups.includes(id) ? name : ''}`));
}

/**
 * The git configuration names the person and nothing of the user's that would run: none of their helpers, no signing.
 * A helper of ours answers for a forge whose token the user passes.
 */
export function gitConfigFile(git: GitIdentity, { workspace, env }: Pick<LaunchPlan, 'workspace' | 'env'>): string {
  return gitConfigText([
    {
      name: 'user',
      values: {
        ...(git.name === null ? {} : { name: git.name }),
        ...(git.email === null ? {} : { email: git.email }),
      },
    },
    // Otherwise git refuses a workspace of another owner ("dubious ownership", user report 39).
    { name: 'safe', values: { directory: workspace.target } },
    // The common directory knows worktrees of the host that do not exist here; an automatic gc would forget them.
    // Nor can the reflogs of those be written here; with both `never`, git's gc leaves all of them alone (git-gc(1)).
    {
      name: 'gc',
      values: { worktreePruneExpire: 'never', reflogExpire: 'never', reflogExpireUnreachable: 'never' },
    },
    { name: 'commit', values: { gpgsign: 'false' } },
    { name: 'tag', values: { gpgsign: 'false' } },
    ...gitCredentials(env.flatMap(({ name, from }) => (from === undefined ? [] : [name]))),
  ]);
}

function lines(all: readonly string[]): string {
  return all.map((line) => `${line}\n`).join('');
}
