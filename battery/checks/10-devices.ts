import type { SessionCheck } from '../check.ts';
import { nameSome } from '../name-some.ts';

/** Default entries of the OCI runtime specification ("Default Devices", "Default Filesystems"), and what Docker adds. */
const entries: Readonly<Record<string, string>> = {
  core: 'l',
  fd: 'l',
  full: 'c',
  mqueue: 'd',
  null: 'c',
  ptmx: 'lc',
  pts: 'd',
  random: 'c',
  shm: 'd',
  stderr: 'l',
  stdin: 'l',
  stdout: 'l',
  tty: 'c',
  urandom: 'c',
  zero: 'c',
};
/** major:minor of the kernel's admin-guide/devices.txt. */
const numbers: Readonly<Record<string, string>> = {
  full: '1:7',
  null: '1:3',
  random: '1:8',
  tty: '5:0',
  urandom: '1:9',
  zero: '1:5',
};

export const check: SessionCheck = {
  id: '10',
  title: 'only the default device nodes; the terminal is the container’s own',
  threat:
    'A device node is the host’s hardware: a disk to read whatever lies on it, a GPU or /dev/kvm with drivers that were ' +
    'attacked before, /dev/fuse to mount. A terminal of the host takes typed commands from whoever holds it (CVE-2017-5226).',
  stage: 'session',
  level: 'fail',
  evaluate({ attestation: { listings, probes, fds } }, plan) {
    const listing = listings['/dev'];
    const problems: string[] = [];
    if (listing === undefined || listing === null) problems.push('/dev could not be listed');
    const allowed: Readonly<Record<string, string>> = plan.tty ? { ...entries, console: 'c' } : entries;
    const foreign = (listing ?? []).filter(
      ({ name, type }) => !Object.hasOwn(allowed, name) || allowed[name]?.includes(type) !== true,
    );
    if (foreign.length > 0) problems.push(`/dev also holds ${nameSome(foreign.map(({ name }) => name))}`);
    for (const [name, number] of Object.entries(numbers)) {
      const found = probes[`device:${name}`];
      if (found !== number) problems.push(`/dev/${name} is device ${found ?? 'not reported'}, not ${number}`);
    }
    for (const number of ['0', '1', '2']) {
      const link = fds[number] ?? 'closed';
      if (plan.tty ? !/^\/dev\/(pts\/\d+|console)$/.test(link) : /^\/dev\/(tty|pts|console)/.test(link))
        problems.push(`descriptor ${number} is ${link}`);
    }
    return {
      verdict: problems.length === 0 ? 'pass' : 'fail',
      expected: `the default nodes of a container${plan.tty ? ', a terminal of its own' : ''}`,
      found: problems.length === 0 ? 'only these' : problems.join('; '),
      hint: 'Remove the setting of the engine that adds devices (CDI, default runtime, daemon.json).',
    };
  },
};
