import { describeMount } from '../describe-mount.ts';
import type { Refusal, Rule } from '../judge-input.ts';
import { relation } from '../relation.ts';

/**
 * No source may be, contain or lie in what holds logins and keys, in another agent's directory, or in ours (cases 3, 4, 12
 * and 13). Our own files are exempt as long as they are read-only. One refusal for each source: the first reason decides.
 */
export const protectedObjects: Rule = {
  name: 'protected-objects',
  judge: ({ plan, pins, facts, protected: { objects } }) => ({
    refusals: plan.mounts.flatMap((mount): Refusal[] => {
      const pin = pins.get(mount.id);
      if (pin === undefined || (mount.options.trust === 'ours' && mount.mode === 'ro')) return [];
      for (const { path, reason, chain } of objects) {
        // A session's own cache lies where all caches lie.
        if (mount.kind === 'cache' && path === facts.dirs.cache) continue;
        const found = relation(pin.chain, chain);
        if (found === null) continue;
        const how = { equal: 'is the same directory as', contains: 'contains', inside: 'lies in' }[found];
        const what = found === 'equal' && mount.source === path ? reason : `${how} ${path}, which ${reason}`;
        return [{ code: 'SOURCE_PROTECTED', message: `${describeMount(mount)} ${what}`, hint: hint(mount.kind) }];
      }
      return [];
    }),
  }),
};

function hint(kind: string): string {
  if (kind === 'workspace') return 'Choose a project directory with -w DIR.';
  if (kind === 'extra') return 'Leave this mount out, or name a directory that holds only what the session needs.';
  return 'Give it a directory of its own: move the data, or remove the link or bind mount that joins the two.';
}
