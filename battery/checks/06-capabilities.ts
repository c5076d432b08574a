import type { SessionCheck } from '../check.ts';

/** What a capability would allow, tried: its set may lie (another runtime, a user namespace). */
const acts = ['socket:raw', 'syscall:chroot', 'syscall:mknodat', 'syscall:setuid'];
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
    const { status, probes } = attestation;
    const problems = [
      ...sets
        .filter((name) => !/^0+$/.test(status[name] ?? ''))
        .map((name) => `${name} ${status[name] ?? 'not reported'}`),
      ...acts
        .filter((name) => !['EPERM', 'EACCES', 'ENOSYS'].includes(probes[name] ?? ''))
        .map((name) => `${name} says ${probes[name] ?? 'nothing, it was not tried'}`),
    ];
    return {
      verdict: problems.length === 0 ? 'pass' : 'fail',
      expected: `${sets.join(', ')} zero; raw sockets, device nodes, another root and another user denied`,
      found: problems.length === 0 ? 'all zero, and nothing of it works' : problems.join(', '),
      hint: 'Report it: the engine did not drop every capability.',
    };
  },
};
