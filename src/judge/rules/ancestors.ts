import type { ChainLink } from '../../host/pin.ts';
import { mendCommand } from '../../ui/mend-command.ts';
import { describeMount } from '../describe-mount.ts';
import type { JudgeInput, Refusal, Rule } from '../judge-input.ts';

const TYPE = 0o170000;
const LINK = 0o120000;
const STICKY = 0o1000;

/**
 * Who can write a directory above a source can put another object in its place (case 17). Fine are the caller, root and the
 * caller's own primary group; sticky directories (`/tmp`) keep others from renaming what is not theirs (case 18).
 */
export const ancestors: Rule = {
  name: 'ancestors',
  judge(input) {
    const refusals = new Map<string, Refusal>();
    const notes = new Set<string>();
    for (const mount of input.plan.mounts) {
      // These two lie in the common git directory, which is judged itself and may well be a team's.
      if (mount.kind === 'git-worktree' && mount.id !== 'git-dir') continue;
      const above = input.pins.get(mount.id)?.chain.slice(0, -1) ?? [];
      for (const directory of above.filter(({ mode }) => (mode & TYPE) !== LINK)) {
        const who = whoElse(directory, input);
        if (who === null) {
          if (mount.kind === 'workspace' && (directory.mode & STICKY) !== 0 && (directory.mode & 0o002) !== 0)
            notes.add(`The workspace lies in ${directory.path}, where everyone can put files.`);
        } else if (directory.path === input.facts.dirs.share) {
          notes.add(`The share ${directory.path} can be written by ${who}: they decide what the shared skills are.`);
        } else if (!input.approvals.ancestors.includes(directory.path)) {
          refusals.set(directory.path, refusal(directory, who, describeMount(mount)));
        }
      }
    }
    return { refusals: [...refusals.values()], notes: [...notes] };
  },
};

function whoElse({ uid, gid, mode }: ChainLink, { facts: { user } }: JudgeInput): string | null {
  if (uid !== 0 && uid !== user.uid) return `its owner, user ${uid}`;
  if ((mode & STICKY) !== 0) return null;
  if ((mode & 0o002) !== 0) return 'everyone';
  return (mode & 0o020) !== 0 && gid !== 0 && gid !== user.gid ? `group ${gid}` : null;
}

function refusal({ path, uid, mode }: ChainLink, who: string, source: string): Refusal {
  const bits = (mode & 0o002) !== 0 ? 'go-w' : 'g-w';
  const mend = who.startsWith('its owner')
    ? mendCommand('sudo chown root', path)
    : mendCommand(`${uid === 0 ? 'sudo ' : ''}chmod ${bits}`, path);
  return {
    code: 'ANCESTOR_WRITABLE',
    message: `${path}, above ${source}, can be written by ${who}, who could put something else in its place`,
    hint: `${mend}; or approve this directory in your own configuration.`,
  };
}
