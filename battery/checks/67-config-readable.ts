import type { HostCheck } from '../check.ts';

export const check: HostCheck = {
  id: '67',
  title: 'every settings file of the agent can be read',
  threat:
    'What cannot be read cannot be compared: a hook in it is not seen. And the agent itself falls back to its defaults, ' +
    'refuses to start, or waits forever on something that is no file; a link is followed on the host and leads nowhere in a ' +
    'session.',
  stage: 'host',
  level: 'warn',
  evaluate({ directory, settings }) {
    const wrong = settings.filter(({ state }) => state !== 'read');
    return {
      verdict: wrong.length === 0 ? 'pass' : 'fail',
      expected: 'regular files of at most 4 MiB, JSON or TOML as their name says',
      found:
        wrong.length === 0
          ? `${settings.length} read`
          : wrong.map(({ path, reason }) => `"${path}": ${reason}`).join('; '),
      hint: `Mend or move away "${directory}/${wrong[0]?.path ?? ''}".`,
    };
  },
};
