import { GIT_CONFIG } from '../request.ts';
import type { SessionCheck } from '../check.ts';

export const check: SessionCheck = {
  id: '16',
  title: 'git’s configuration is the curated one',
  threat:
    'The user’s own git configuration names programs (credential helpers, signing, pagers, hooks) and rewrites addresses; one ' +
    'left by an agent would do so in the next session. Only the configuration made for this session may be in force: name, ' +
    'address, and this workspace as safe.',
  stage: 'session',
  level: 'fail',
  evaluate({ attestation: { probes, listings }, gitConfig }, { user }) {
    const wanted = { GIT_CONFIG_GLOBAL: GIT_CONFIG, GIT_CONFIG_SYSTEM: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
    const problems = Object.entries(wanted)
      .filter(([name, value]) => probes[`env:${name}`] !== value)
      .map(([name]) => `${name} is ${probes[`env:${name}`] ?? 'not set'}`);
    if (probes[`text:${GIT_CONFIG}`] !== gitConfig) problems.push(`${GIT_CONFIG} is not the file that was made`);
    if ((listings[user.home] ?? []).some(({ name }) => name === '.gitconfig')) problems.push('there is a ~/.gitconfig');
    return {
      verdict: problems.length === 0 ? 'pass' : 'fail',
      expected: `${GIT_CONFIG} as made for this session, and no other`,
      found: problems.length === 0 ? 'in force' : problems.join('; '),
      hint: 'Rebuild the image with `sandbox image build`: it must not set git’s variables.',
    };
  },
};
