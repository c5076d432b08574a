import type { SessionCheck } from '../check.ts';
import { compareNamespace } from '../compare-namespace.ts';

/** Init, the gate, its probes and the watcher of the lease. */
const MOST = 8;

export const check: SessionCheck = {
  id: '07',
  title: 'processes are its own',
  threat:
    'In the host’s process namespace the agent sees every program with its arguments, signals those of the same user, and reads their memory, environment and open files through /proc: logins included.',
  stage: 'session',
  level: 'fail',
  evaluate(facts) {
    const { attestation } = facts;
    const { known, problems } = compareNamespace('pid', facts);
    const first = attestation.probes['process:1'];
    const count = Number(attestation.probes['process:count']);
    if (first === undefined || !/^(docker-init|tini|catatonit|podman-init|init|sh)$/.test(first))
      problems.push(`process 1 is ${first ?? 'not reported'}`);
    if (!(count <= MOST)) problems.push(`${count} processes at its start`);
    return {
      verdict: problems.length > 0 ? 'fail' : known ? 'pass' : 'not-available',
      expected: 'an own pid namespace whose first process is the engine’s init',
      found:
        problems.length > 0
          ? problems.join('; ')
          : known
            ? (attestation.namespaces['pid'] ?? '')
            : 'another kernel than the launcher’s',
      hint: 'Look for a setting of the engine that shares process namespaces (daemon.json, a wrapper).',
    };
  },
};
