import type { LaunchPlan } from '../../src/plan/launch-plan.ts';
import type { SessionCheck } from '../check.ts';
import { nameSome } from '../name-some.ts';

export const check: SessionCheck = {
  id: '11',
  title: '/tmp is fresh and holds nothing of the host',
  threat:
    'The host’s /tmp holds the sockets of the desktop, of key agents and editors, and half-written files of every program. ' +
    'What another session left there would be read by this one as its own.',
  stage: 'session',
  level: 'fail',
  evaluate({ attestation: { listings, mountinfo, probes } }, plan) {
    const problems: string[] = [];
    const listing = listings['/tmp'];
    if (listing === undefined || listing === null) problems.push('it could not be listed');
    const extra = (listing ?? []).filter(({ name }) => !planned(plan, name));
    if (extra.length > 0) problems.push(`it holds ${nameSome(extra.map(({ name }) => name))}`);
    if (mountinfo.find(({ point }) => point === '/tmp')?.type !== 'tmpfs')
      problems.push('it is no file system of its own');
    const sockets = Object.keys(probes).filter((name) => name.startsWith('socket:/tmp/'));
    if (sockets.length > 0) problems.push(`sockets ${nameSome(sockets.map((name) => name.slice('socket:'.length)))}`);
    return {
      verdict: problems.length === 0 ? 'pass' : 'fail',
      expected: 'a tmpfs with nothing in it but what the plan mounts there',
      found: problems.length === 0 ? 'empty' : problems.join('; '),
      hint: 'Remove the setting of the engine that mounts something at /tmp, or choose another target for your mount.',
    };
  },
};

/** A workspace below /tmp, or what leads to one. Names arrive as latin1, one character a byte. */
function planned({ mounts, tmpfs }: LaunchPlan, name: string): boolean {
  const path = `/tmp/${Buffer.from(name, 'latin1').toString('utf8')}`;
  return [...mounts, ...tmpfs].some(({ target }) => target === path || target.startsWith(`${path}/`));
}
