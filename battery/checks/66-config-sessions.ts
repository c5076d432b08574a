import type { HostCheck } from '../check.ts';

export const check: HostCheck = {
  id: '66',
  title: 'no other session works in the same configuration directory',
  threat:
    'Two sessions of one agent write the same files. Agents that rewrite a whole file lose what the other one wrote, and a ' +
    'login that is renewed by one, with a token that can be used once, signs the other one out.',
  stage: 'host',
  level: 'warn',
  evaluate({ directory, sessions }) {
    const named = sessions.slice(0, 5).map(({ session, workspace }) => `${session} in "${workspace}"`);
    return {
      verdict: sessions.length === 0 ? 'pass' : 'fail',
      expected: `no live session on ${directory}`,
      found:
        sessions.length === 0
          ? 'none'
          : `${named.join(', ')}${sessions.length > 5 ? ` and ${sessions.length - 5} more` : ''}`,
      hint: 'Nothing has to be done; if logins or settings get lost, end one of them first.',
    };
  },
};
