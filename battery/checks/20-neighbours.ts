import type { SessionCheck } from '../check.ts';
import { routes } from '../request.ts';

export const check: SessionCheck = {
  id: '20',
  title: 'the neighbourhood is out of reach: LAN, link-local, metadata services',
  threat:
    'A cloud’s metadata service gives the machine’s credentials to whoever asks from it; the LAN has printers, routers and ' +
    'databases that trust their neighbours; the gateway is the host itself. None of it is needed to work on a project.',
  stage: 'session',
  level: 'fail',
  evaluate({ attestation: { probes } }, plan) {
    const groups = Object.entries(routes).filter(([group]) => group !== 'public');
    const unknown = groups.flatMap(([, addresses]) =>
      addresses.filter((each) => probes[`route:${each}`] === undefined),
    );
    const reachable = groups.flatMap(([group, addresses]) =>
      addresses.filter((each) => probes[`route:${each}`] === 'yes').map((each) => `${each} (${group})`),
    );
    const expected = plan.network === 'none' ? 'no way to any of them' : 'as planned: the engine’s default network';
    if (unknown.length > 0) return { verdict: 'fail', expected, found: `not probed: ${unknown.join(', ')}`, hint };
    if (plan.network === 'none')
      return reachable.length === 0
        ? { verdict: 'pass', expected, found: 'none has a way' }
        : { verdict: 'fail', expected, found: `there is a way to ${reachable.join(', ')}`, hint };
    return {
      verdict: 'not-available',
      expected,
      found:
        'the default network bars nothing: other sessions, ports of this machine and of its LAN can be reached; ' +
        (reachable.length === 0 ? 'no route to the metadata services' : `there are routes to ${reachable.join(', ')}`),
      hint,
    };
  },
};

const hint = 'Use --network none where the agent needs no network.';
