import type { HostCheck } from '../check.ts';
import type { ConfigLink } from '../config-facts.ts';
import { nameSome } from '../name-some.ts';

export const check: HostCheck = {
  id: '61',
  title: 'links of the agent’s own configuration lead somewhere inside a session',
  threat:
    'A session sees the agent’s own directory, the shared skills and the workspace. A link to anything else is there and ' +
    'leads nowhere: settings, skills or instructions that work on the host are missing without a word, and an agent that ' +
    'writes through it fails, or makes a file where nobody looks for it.',
  stage: 'host',
  level: 'warn',
  evaluate({ directory, links }) {
    const dangling = links.filter(({ inSession }) => inSession !== 'there' && inSession !== 'image');
    const named = dangling.slice(0, 5).map((link) => `"${link.path}" → "${link.text}" (${why(link)})`);
    return {
      verdict: dangling.length === 0 ? 'pass' : 'fail',
      expected: 'every link to lead to something that a session has',
      found:
        dangling.length === 0
          ? `${links.length} links, none dangles`
          : `${named.join(', ')}${dangling.length > 5 ? ` and ${dangling.length - 5} more` : ''}`,
      hint: `Put what is meant into ${directory} itself, or mount it with --mount; remove ${nameSome(dangling.slice(0, 1).map(({ path }) => path))} if nobody needs it.`,
    };
  },
};

function why({ inSession }: ConfigLink): string {
  if (inSession === 'outside') return 'not in a session';
  if (inSession === 'masked') return 'hidden in a session';
  return inSession === 'loop' ? 'leads in a circle' : 'leads nowhere';
}
