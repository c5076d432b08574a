import type { SessionCheck } from '../check.ts';
import { compareNamespace } from '../compare-namespace.ts';

export const check: SessionCheck = {
  id: '08',
  title: 'shared memory and message queues are its own',
  threat:
    'In the host’s ipc namespace the agent attaches to the shared memory and message queues of the user’s other programs: browsers and databases keep what they work on there.',
  stage: 'session',
  level: 'fail',
  evaluate(facts) {
    const { attestation } = facts;
    const { known, problems } = compareNamespace('ipc', facts);
    return {
      verdict: problems.length > 0 ? 'fail' : known ? 'pass' : 'not-available',
      expected: 'an own ipc namespace',
      found:
        problems.length > 0
          ? problems.join('; ')
          : known
            ? (attestation.namespaces['ipc'] ?? '')
            : 'another kernel than the launcher’s',
      hint: 'Look for a setting of the engine that shares ipc namespaces (daemon.json, a wrapper).',
    };
  },
};
