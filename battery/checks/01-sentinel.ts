import type { SessionCheck } from '../check.ts';

export const check: SessionCheck = {
  id: '01',
  title: 'the session knows that it is a sandbox, and whose',
  threat:
    'Agents, hooks and skills ask IS_SANDBOX and SANDBOX_AGENT whether they may act without asking. When the names are ' +
    'missing or those of another session, a program either refuses to work or believes it is somewhere else; and an ' +
    'attestation that answers for another session proves nothing about this one.',
  stage: 'session',
  level: 'fail',
  evaluate({ attestation, session }, plan) {
    const wanted = { IS_SANDBOX: '1', SANDBOX_AGENT: plan.agent, SANDBOX_SESSION: session };
    const wrong = Object.entries(wanted)
      .map(([name, value]) => ({ name, value, found: attestation.probes[`env:${name}`] }))
      .filter(({ value, found }) => value !== found)
      .map(({ name, found }) => `${name} is ${found === undefined ? 'not set' : `"${found}"`}`);
    if (attestation.session !== session) wrong.push(`attested for session "${attestation.session}"`);
    return {
      verdict: wrong.length === 0 ? 'pass' : 'fail',
      expected: Object.entries(wanted)
        .map(([name, value]) => `${name}=${value}`)
        .join(' '),
      found: wrong.length === 0 ? 'as planned' : wrong.join('; '),
      hint: 'Rebuild the image with `sandbox image build`: it must not set these variables.',
    };
  },
};
