import type { SessionCheck } from '../check.ts';

/**
 * Calls that Docker's profile denies; each was tried with arguments that do nothing where it is allowed. Any answer but a
 * denial comes from behind the filter.
 */
const calls = ['bpf', 'init_module', 'keyctl', 'mount', 'perf_event_open', 'syslog', 'unshare', 'userfaultfd'];
const denials = ['EPERM', 'EACCES', 'ENOSYS'];

export const check: SessionCheck = {
  id: '26',
  title: 'a system call filter is active; the security module’s label is reported',
  threat:
    'Without the engine’s seccomp filter the agent reaches every system call of the kernel it shares with the host: ' +
    'user namespaces, keyrings, bpf, the parts most kernel exploits start from. Where the host has AppArmor or SELinux, ' +
    'an unconfined session has lost its second wall.',
  stage: 'session',
  level: 'fail',
  evaluate({ attestation, engine }) {
    const { status, lsm, probes } = attestation;
    const answered = calls.filter((name) => !denials.includes(probes[`syscall:${name}`] ?? ''));
    const ring = denials.includes(probes['syscall:io_uring_setup'] ?? '')
      ? ''
      : '; it lets io_uring through, the gate’s own does not';
    const mode = status['Seccomp'];
    const filters = status['Seccomp_filters'];
    const module = /name=(apparmor|selinux)/.exec(engine.securityOptions.join('\n'))?.[1];
    const unconfined = lsm === null || /^unconfined|:unconfined_t:|:spc_t:/.test(lsm);
    const problems = [
      ...(mode === '2' && filters !== '0'
        ? []
        : [`Seccomp ${mode ?? 'not reported'}, filters ${filters ?? 'unknown'}`]),
      ...(module !== undefined && unconfined
        ? [`the engine has ${module}, but the session is ${lsm ?? 'without a label'}`]
        : []),
      ...answered.map((name) => `${name} says ${probes[`syscall:${name}`] ?? 'nothing, it was not tried'}`),
    ];
    return {
      verdict: problems.length === 0 ? 'pass' : 'fail',
      expected: `Seccomp 2${module === undefined ? '' : ` and a label of ${module}`}`,
      found:
        problems.length === 0
          ? `seccomp filter; ${lsm ?? 'no security module on this engine'}${ring}`
          : problems.join('; '),
      hint: 'Remove `seccomp-profile: unconfined` and the like from the engine’s configuration.',
    };
  },
};
