import type { SessionCheck } from '../check.ts';

export const check: SessionCheck = {
  id: '02',
  title: 'no program can gain privileges',
  threat:
    'Without no-new-privileges a setuid or file-capability program, from the image or planted on a writable mount, runs ' +
    'with more rights than the agent has. Bind mounts carry no nosuid, so this flag is what makes such a file harmless.',
  stage: 'session',
  level: 'fail',
  evaluate({ attestation }) {
    const value = attestation.status['NoNewPrivs'];
    return {
      verdict: value === '1' ? 'pass' : 'fail',
      expected: 'NoNewPrivs 1',
      found: `NoNewPrivs ${value ?? 'not reported'}`,
      hint: 'Report it: the engine did not apply no-new-privileges. `docker info` names its security options.',
    };
  },
};
