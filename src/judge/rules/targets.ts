import { isInside } from '../../mounts/is-inside.ts';
import type { PlannedMount } from '../../plan/launch-plan.ts';
import { alikeForm } from '../alike-form.ts';
import { describeMount } from '../describe-mount.ts';
import type { JudgeInput, Refusal, Rule } from '../judge-input.ts';

const SYSTEM = /^\/(usr|bin|sbin|lib[^/]*|etc|proc|sys|dev|run)(\/|$)/;
/** Where people keep projects although the system owns the tree. */
const EXCEPTIONS = /^\/(run\/media\/[^/]+\/|usr\/src\/|usr\/local\/src\/)./;

/**
 * What the user names may not cover what the container stands on, nor lie in or over another mount: the engine would
 * follow the links an agent planted there, or make directories on the host, as root (case 27).
 */
export const targets: Rule = {
  name: 'targets',
  judge: (input) => ({
    refusals: input.plan.mounts
      .filter(({ kind, id }) => kind === 'workspace' || kind === 'extra' || id === 'git-dir')
      .flatMap((mount): Refusal[] => {
        const clash = findClash(mount, input);
        if (clash === null) return [];
        return [
          {
            code: 'TARGET_REFUSED',
            message: `${describeMount(mount)} cannot be mounted at ${mount.target}: it ${clash}`,
            hint:
              mount.kind === 'extra'
                ? 'Choose another target: --mount SRC:DST.'
                : 'Choose another workspace with -w DIR.',
          },
        ];
      }),
  }),
};

function findClash(mount: PlannedMount, input: JudgeInput): string | null {
  const { target } = mount;
  // A workspace named through a link of the system (`/var/run` → `/run`) is what that link leads to.
  const places = mount.kind === 'workspace' ? [target, input.pins.get(mount.id)?.resolved ?? target] : [target];
  for (const place of places) {
    if (place === '/') return 'is the root directory';
    if (SYSTEM.test(place) && !EXCEPTIONS.test(place)) return 'belongs to the container’s own system';
  }
  const { home } = input.facts.user;
  const reserved = [
    `${home}/.agents`,
    ...input.agents
      .flatMap(({ config, credentialFiles }) => [...(config ? [config.dir] : []), ...credentialFiles])
      .map((path) => `${home}/${path}`),
  ];
  for (const path of reserved) {
    if (isInside(target, path)) return `lies in ${path}`;
    if (isInside(path, target)) return `contains ${path}`;
    if (isInside(alikeForm(target), alikeForm(path)))
      return `differs from ${path}, or what lies in it, only in case or Unicode form; where those do not count it is the same`;
  }
  return overlap(mount, input.plan);
}

function overlap(mount: PlannedMount, plan: JudgeInput['plan']): string | null {
  for (const other of plan.mounts) {
    if (other.id === mount.id || (mount.id === 'git-dir' && other.kind === 'git-worktree')) continue;
    // An overlap with an extra mount is said once, by that mount.
    if (other.kind === 'extra' && mount.kind !== 'extra') continue;
    if (isInside(mount.target, other.target)) return `lies in ${describeMount(other)}`;
    if (isInside(other.target, mount.target)) return `contains ${describeMount(other)}`;
  }
  const covered = plan.tmpfs.find(({ below, target }) => below === null && isInside(target, mount.target));
  return covered === undefined ? null : `contains ${covered.target}, which every session has fresh`;
}
