import type { SessionCheck } from '../check.ts';

const sets = ['CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb'];

export const check: SessionCheck = {
  id: '06',
  title: 'all capability sets are empty',
  threat:
    'One capability is often root: CAP_DAC_READ_SEARCH reads the host’s files by handle, CAP_SYS_ADMIN mounts them, ' +
    'CAP_NET_RAW listens to the neighbours. A set that looks unused (inheritable, bounding) comes to life with the next ' +
    'program that is executed (CVE-2022-24769).',
  stage: 'session',
  level: 'fail',
  evaluate({ attestation }) {
    const wrong = sets.filter((name) => !/^0+$/.test(attestation.status[name] ?? ''));
    return {
      verdict: wrong.length === 0 ? 'pass' : 'fail',
      expected: `${sets.join(', ')} zero`,
      found:
        wrong.length === 0
          ? 'all zero'
          : wrong.map((name) => `${name} ${attestation.status[name] ?? 'not reported'}`).join(', '),
      hint: 'Report it: the engine did not drop every capability.',
    };
  },
};
