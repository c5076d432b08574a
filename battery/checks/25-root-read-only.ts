import type { SessionCheck } from '../check.ts';

const probed = ['create:/', 'create:/usr', 'create:/etc'];

export const check: SessionCheck = {
  id: '25',
  title: 'the root file system is read-only',
  threat:
    'What can be written outside the mounts stays unseen: a changed /etc/profile, library or program runs with the next ' +
    'command of the session, and nothing on the host shows it.',
  stage: 'session',
  level: 'fail',
  evaluate({ attestation }) {
    const root = attestation.mountinfo.filter(({ point }) => point === '/');
    const problems = probed
      .filter((label) => attestation.probes[label] !== 'EROFS')
      .map((label) => `${label} ${attestation.probes[label] ?? 'not probed'}`);
    if (root.length !== 1 || root[0]?.options.includes('ro') !== true) problems.push('/ is not mounted ro');
    return {
      verdict: problems.length === 0 ? 'pass' : 'fail',
      expected: '/ mounted ro; making a file in /, /usr, /etc says EROFS',
      found: problems.length === 0 ? 'as planned' : problems.join('; '),
      hint: 'Report it: the engine did not apply the read-only root.',
    };
  },
};
