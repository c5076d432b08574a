import { isInside } from '../../src/mounts/is-inside.ts';
import { relation } from '../../src/judge/relation.ts';
import { shellWord } from '../../src/ui/shell-word.ts';
import type { HostCheck } from '../check.ts';
import type { ConfigLink, GuardedPlace } from '../config-facts.ts';
import { nameSome } from '../name-some.ts';

/** What a link to a device that holds nothing is for: to switch a file off. */
const HARMLESS = new Set(['/dev/null', '/dev/zero', '/dev/full']);

export const check: HostCheck = {
  id: '60',
  title: 'no link of the agent’s own configuration leads to secrets or to other agents',
  threat:
    'In a session such a link leads nowhere. On the host the same agent follows it: what a session wrote under an ordinary ' +
    'name of its own directory is then read from, or written to, the SSH keys, another agent’s login or its instructions ' +
    '(CVE-2026-39861). What could not be looked at may hold one.',
  stage: 'host',
  level: 'fail',
  evaluate({ directory, incomplete, links, guarded }) {
    const bad = links.flatMap((link) => {
      const place = guarded.find((each) => leadsTo(link, each));
      return place === undefined ? [] : [{ link, place }];
    });
    const unknown = links.filter(({ onHost }) => onHost === 'unknown');
    const problems = [
      ...(incomplete === null ? [] : [`not everything could be looked at: ${incomplete}`]),
      ...bad
        .slice(0, 5)
        .map(({ link, place }) => `"${link.path}" leads to ${link.hops.at(-1) ?? ''}: ${place.path} ${place.reason}`),
      ...(bad.length > 5 ? [`and ${bad.length - 5} more`] : []),
      ...(unknown.length === 0 ? [] : [`where ${nameSome(unknown.map(({ path }) => path))} lead cannot be seen`]),
    ];
    return {
      verdict: problems.length === 0 ? 'pass' : 'fail',
      expected: `no link below ${directory} to what other programs keep for themselves`,
      found: problems.length === 0 ? `${links.length} links, all fine` : problems.join('; '),
      hint:
        bad[0] === undefined || incomplete !== null
          ? `Look at what is named in ${directory}: make it readable for you, or move it out.`
          : remedy(`${directory}/${bad[0].link.path}`),
    };
  },
};

function remedy(path: string): string {
  const word = shellWord(path);
  return word === null
    ? 'If you did not make it, remove it. Its name is not one to give a shell: list the directory with ls -b.'
    : `If you did not make it, remove it: rm ${word}`;
}

function leadsTo({ hops, chain, onHost }: ConfigLink, place: GuardedPlace): boolean {
  const final = onHost === 'there' ? (chain.at(-1)?.path ?? null) : null;
  if (final !== null && HARMLESS.has(final)) return false;
  // What is missing in a directory does not make the link one to the whole of it; what is there opens all below.
  if (final !== null && isInside(place.path, final)) return true;
  if (hops.some((hop) => isInside(hop, place.path))) return true;
  const found = relation(chain, place.chain);
  return found === 'equal' || found === 'inside' || (found === 'contains' && final !== null);
}
