import { compareNamespace } from '../compare-namespace.ts';
import type { SessionCheck } from '../check.ts';
import { routes } from '../request.ts';

export const check: SessionCheck = {
  id: '19',
  title: 'the network is the planned one',
  threat:
    'With the host’s own network the agent reaches every program that listens on the loopback only, and abstract sockets such ' +
    'as containerd’s (CVE-2020-15257). A session that was to have no network, and has one, can send out what it reads.',
  stage: 'session',
  level: 'fail',
  evaluate(facts, plan) {
    const { probes } = facts.attestation;
    const { known, problems } = compareNamespace('net', facts);
    const interfaces = probes['interfaces'] ?? 'not reported';
    const route = probes['default-route'] ?? 'not reported';
    if (plan.network === 'none') {
      if (interfaces !== 'lo') problems.push(`interfaces ${interfaces}`);
      if (route !== 'none') problems.push(`a default route: ${route}`);
      for (const address of routes.public)
        if (probes[`route:${address}`] === undefined || probes[`route:${address}`] === 'yes')
          problems.push(`a way to ${address}: ${probes[`route:${address}`] ?? 'not probed'}`);
    } else {
      if (!/^(?!lo$)(?=.*\b(eth|tap|net)\d*)/.test(interfaces)) problems.push(`interfaces ${interfaces}`);
      if (!/^\S+ [0-9A-F]{8}$/.test(route)) problems.push(`default route ${route}`);
    }
    return {
      verdict: problems.length > 0 ? 'fail' : known ? 'pass' : 'not-available',
      expected: plan.network === 'none' ? 'the loopback only' : 'an own network with a default route',
      found:
        problems.length > 0
          ? problems.join('; ')
          : known
            ? interfaces
            : `interfaces ${interfaces}; another kernel than the launcher’s`,
      hint: 'Check the engine’s networks: `bridge` must exist and be the default one.',
    };
  },
};
