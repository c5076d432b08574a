import type { SessionCheck } from '../check.ts';

const TOLERANCE = 5;

export const check: SessionCheck = {
  id: '33',
  title: 'the clock is right',
  threat:
    'After a sleep the clock of a virtual machine stands still for a while: certificates are then not yet or no longer valid, ' +
    'logins fail with messages that mislead, and files get dates that build tools trust.',
  stage: 'session',
  level: 'fail',
  evaluate({ attestation: { clock }, hostClock: { earliest, latest } }) {
    const off = clock < earliest ? clock - earliest : clock > latest ? clock - latest : 0;
    const right = Number.isFinite(off) && Math.abs(off) <= TOLERANCE;
    return {
      verdict: right ? 'pass' : 'fail',
      expected: `within ${TOLERANCE} s of this machine’s`,
      found: right ? 'the same' : `${Math.abs(off).toFixed(0)} s ${off < 0 ? 'behind' : 'ahead'}`,
      hint: 'Restart the engine’s virtual machine, or set the clock of the machine it runs on.',
    };
  },
};
