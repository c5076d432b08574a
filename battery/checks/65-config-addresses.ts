import type { HostCheck } from '../check.ts';

export const check: HostCheck = {
  id: '65',
  title: 'the agent talks to its vendor directly',
  threat:
    'A base URL or proxy in the settings sends every request, with the login in it and all that the agent reads, to that ' +
    'server (CVE-2026-21852), from the session and from the host. One of your own is fine when it is you who set it; an ' +
    'address of this machine is another one inside a container.',
  stage: 'host',
  level: 'warn',
  evaluate({ directory, hosts, addresses }) {
    const foreign = addresses.filter(({ host }) => host === null || !hosts.includes(host));
    const named = foreign.slice(0, 5).map(({ file, key, address }) => `"${file}" "${key}" is "${address}"`);
    return {
      verdict: foreign.length === 0 ? 'pass' : 'fail',
      expected: `no other server than ${hosts.join(', ')}`,
      found:
        foreign.length === 0
          ? 'none is set'
          : `${named.join(', ')}${foreign.length > 5 ? ` and ${foreign.length - 5} more` : ''}`,
      hint: `If you did not set it, remove it from ${directory}/${foreign[0]?.file ?? ''}.`,
    };
  },
};
