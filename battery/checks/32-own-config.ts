import type { SessionCheck } from '../check.ts';

const steps = {
  directory: 'making a directory',
  write: 'writing a file',
  rename: 'replacing a file by renaming',
  lock: 'locking a file',
  nested: 'writing below a directory',
  clean: 'removing what was made',
} as const;

export const check: SessionCheck = {
  id: '32',
  title: 'the agent’s own configuration works',
  threat:
    'Agents replace their settings and refreshed logins by rename, lock their histories and write below directories. Where a ' +
    'mount refuses one of these, the agent fails late, or loses the login: a refresh token that was used and not stored is gone.',
  stage: 'session',
  level: 'fail',
  evaluate({ attestation: { probes } }, plan) {
    const mount = plan.mounts.find(({ kind }) => kind === 'own-config');
    if (mount === undefined)
      return { verdict: 'pass', expected: 'no configuration of its own', found: `${plan.agent} has none` };
    const problems = Object.entries(steps)
      .filter(([step]) => probes[`works:${step}`] !== 'yes')
      .map(([step, what]) => `${what}: ${probes[`works:${step}`] ?? 'not tried'}`);
    return {
      verdict: problems.length === 0 ? 'pass' : 'fail',
      expected: `${mount.target} can be worked in`,
      found: problems.length === 0 ? 'made, written, replaced, locked, nested, removed' : problems.join('; '),
      hint: `Check owner, free space and file system of ${mount.source}.`,
    };
  },
};
