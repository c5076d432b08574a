import type { SessionCheck } from '../check.ts';
import { compareNamespace } from '../compare-namespace.ts';

export const check: SessionCheck = {
  id: '09',
  title: 'the host name is its own',
  threat:
    'A session in the host’s uts namespace shows whose machine it is and, with a capability more, could rename it; a host name that nobody planned says that the namespace is not the one this session was given.',
  stage: 'session',
  level: 'fail',
  evaluate(facts) {
    const { attestation } = facts;
    const { known, problems } = compareNamespace('uts', facts);
    if (attestation.probes['hostname'] !== 'sandbox')
      problems.push(`the host name is ${attestation.probes['hostname'] ?? 'not reported'}`);
    return {
      verdict: problems.length > 0 ? 'fail' : known ? 'pass' : 'not-available',
      expected: 'an own uts namespace, host name sandbox',
      found:
        problems.length > 0
          ? problems.join('; ')
          : known
            ? (attestation.namespaces['uts'] ?? '')
            : 'another kernel than the launcher’s',
      hint: 'Look for a setting of the engine that shares uts namespaces (daemon.json, a wrapper).',
    };
  },
};
