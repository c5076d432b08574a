import { relation } from '../../src/judge/relation.ts';
import type { SessionCheck } from '../check.ts';
import { nameSome } from '../name-some.ts';

export const check: SessionCheck = {
  id: '18',
  title: 'this launch was configured from outside every mount',
  threat:
    'A configuration that lies where an agent writes is the agent’s: it would mount more, allow more and check less at the ' +
    'next launch. No file that was read for this launch may be, or lie in, something the session can see.',
  stage: 'session',
  level: 'fail',
  evaluate({ configFiles, pins }, plan) {
    const problems = configFiles.flatMap(({ path, chain }) =>
      plan.mounts
        .filter(({ options }) => options.trust !== 'ours')
        .filter(({ id }) => ['equal', 'inside'].includes(relation(chain, pins.get(id)?.chain ?? []) ?? ''))
        .map(({ source }) => `${path} lies in ${source}`),
    );
    return {
      verdict: problems.length === 0 ? 'pass' : 'fail',
      expected: 'configuration files outside every mount',
      found:
        problems.length > 0
          ? problems.join('; ')
          : configFiles.length === 0
            ? 'no configuration file'
            : nameSome(configFiles.map(({ path }) => path)),
      hint: 'Move the configuration out of the directory that is mounted, or mount another one.',
    };
  },
};
