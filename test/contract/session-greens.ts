import { bind, fixturePlan } from '../unit/battery/session-fixture.ts';
import type { Example } from './attestation-changes.ts';
import {
  apparmor,
  both,
  cgroup,
  container,
  entry,
  env,
  fd,
  list,
  mount,
  named,
  namespace,
  otherKernel,
  probe,
  proofs,
  same,
  status,
} from './attestation-changes.ts';

/** What looks like a fault to each check, and is none. */
export const greens: Readonly<Record<string, readonly Example[]>> = {
  '01': [{ name: 'a session whose id has only digits', change: same }],
  '02': [{ name: 'setuid programs in the image', change: same }],
  '03': [
    {
      name: 'a session without shared skills',
      plan: {
        mounts: fixturePlan().mounts.filter(({ id }) => id !== 'shared-skills'),
        tmpfs: fixturePlan().tmpfs.filter(({ id }) => id !== 'agents'),
      },
      change: both(list('/home/u', ['.codex', 'code'], 'd'), list('/home/u/.agents', null)),
    },
  ],
  '04': [
    {
      name: 'GPG_KEY, a fingerprint in Python’s images',
      change: env('GPG_KEY', 'PYTHON_SHA256', 'TOKENIZERS_PARALLELISM', 'KEYBOARD'),
    },
    {
      name: 'a key that was named',
      plan: { env: [{ name: 'OPENAI_API_KEY', from: 'host' }] },
      change: env('OPENAI_API_KEY'),
    },
  ],
  '05': [
    {
      name: 'names that only begin alike',
      change: env('DISPLAY_NAME', 'SSH_VERSION', 'TERM_PROGRAM', 'XDG_CONFIG_HOME'),
    },
  ],
  '06': [{ name: 'a kernel with longer sets', change: status('CapBnd', '00000000000000000000') }],
  '07': [{ name: 'Podman’s init', change: probe('process:1', 'catatonit') }],
  '08': [{ name: 'another number', change: namespace('ipc', 'ipc:[4026539999]') }],
  '09': [{ name: 'another number', change: namespace('uts', 'uts:[4026539999]') }],
  '10': [{ name: 'a terminal', plan: { tty: true }, change: same }],
  '11': [
    { name: 'sockets elsewhere', change: probe('socket:/home/u/x', 'yes') },
    {
      name: 'a mount below /tmp',
      plan: { mounts: [...fixturePlan().mounts, bind('extra-1', 'extra', '/tmp/work/é', 'ro')] },
      change: list('/tmp', ['work'], 'd'),
    },
  ],
  '12': [{ name: 'an empty directory', change: list('/run/user', []) }],
  '13': [{ name: 'an empty directory', change: list('/run/secrets', []) }],
  '14': [{ name: 'a directory of npm’s', change: entry('/home/u', '.npm', 'd') }],
  '15': [{ name: 'a file of another name', change: entry('/home/u', '.Xresources', 'f') }],
  '16': [{ name: 'a directory called .config', change: entry('/home/u', '.config', 'd') }],
  '17': [
    {
      name: 'a read-only workspace',
      plan: {
        workspace: { ...fixturePlan().workspace, mode: 'ro' },
        mounts: fixturePlan().mounts.map((each) => (each.id === 'workspace' ? { ...each, mode: 'ro' as const } : each)),
      },
      change: same,
    },
  ],
  '18': [
    {
      name: 'a file beside the workspace',
      change: same,
      facts: () => ({
        configFiles: [{ path: '/home/u/.config/sandbox/config.yaml', chain: [{ dev: 65024n, ino: 3n }] }],
      }),
    },
  ],
  '19': [{ name: 'an own network', plan: { network: 'internet' }, change: same }],
  '20': [{ name: 'no IPv6 at all', change: probe('route:fd00::1', 'EAFNOSUPPORT') }],
  '21': [
    {
      name: 'a script of the user’s own',
      plan: { agent: 'shell', argv: ['./tool'] },
      change: () => ({
        command: {
          path: '/home/u/code/app/tool',
          resolved: '/home/u/code/app/tool',
          writable: true,
          parentsWritable: true,
        },
      }),
    },
  ],
  '22': [{ name: 'a command that was not found', change: () => ({ command: null }) }],
  '23': [
    {
      name: 'fewer masked files',
      change: ({ mountinfo }) => ({ mountinfo: mountinfo.filter(({ point }) => point !== '/proc/keys') }),
    },
  ],
  '24': [
    {
      name: 'another kernel, every mount proved',
      change: otherKernel,
      facts: proofs({ passwd: { kind: 'content', matches: true } }),
    },
    {
      name: 'the engine is outside, and one mount has nothing to read back',
      change: () => ({}),
      facts: proofs({ workspace: { kind: 'none', matches: false } }),
    },
  ],
  '25': [{ name: 'a root that receives the host’s mounts', change: mount('/', { optional: ['master:1'] }) }],
  '26': [
    { name: 'a profile that bars io_uring', change: probe('syscall:io_uring_setup', 'EPERM') },
    { name: 'a profile that answers ENOSYS', change: probe('syscall:bpf', 'ENOSYS') },
    { name: 'a label of AppArmor', change: () => ({ lsm: 'docker-default (enforce)' }), facts: apparmor },
  ],
  '27': [{ name: 'the primary group among the others', change: status('Groups', '27 1000') }],
  '28': [
    {
      name: 'cgroup version 2',
      change: () => ({
        cgroup: { 'memory.max': '536870912', 'memory.swap.max': '0', 'pids.max': '256', 'cpu.max': 'max 100000' },
      }),
    },
    {
      name: 'a share of a processor',
      plan: { limits: { ...fixturePlan().limits, cpus: 0.5 } },
      change: () => ({
        cgroup: { 'memory.max': '536870912', 'memory.swap.max': '0', 'pids.max': '256', 'cpu.max': '50000 100000' },
      }),
    },
  ],
  '29': [
    {
      name: 'files the kernel does not have',
      change: both(probe('read:/proc/kcore', 'ENOENT'), list('/proc/acpi', null)),
    },
  ],
  '30': [{ name: 'a socket without a name', change: probe('unix:count', '3') }],
  '31': [{ name: 'perl’s own program', change: fd('3', '/run/sandbox/attest.pl') }],
  '32': [
    {
      name: 'an agent without configuration',
      plan: { mounts: fixturePlan().mounts.filter(({ id }) => id !== 'own-config') },
      change: same,
    },
  ],
  '33': [{ name: 'four seconds ahead', change: () => ({ clock: 1_790_000_005 }) }],
  '34': [
    {
      name: 'an id without its algorithm',
      change: same,
      facts: container({ imageId: 'a'.repeat(64), restartPolicy: '' }),
    },
    {
      name: 'the planned port at 127.0.0.1',
      plan: { publish: [8080] },
      change: same,
      facts: container({ published: ['127.0.0.1:8080->8080/tcp'] }),
    },
  ],
  '64': [
    {
      name: 'all are there',
      facts: named,
      change: () => ({ probes: { 'command:gone': 'yes', 'command:there': 'yes' } }),
    },
  ],
};

/** What a check says “not available” to: it was not made, and that is no pass. */
export const unknowns: Readonly<Record<string, readonly Example[]>> = {
  ...Object.fromEntries(['07', '08', '09'].map((id) => [id, [{ name: 'another kernel', change: otherKernel }]])),
  '19': [{ name: 'another kernel', change: otherKernel }],
  '20': [{ name: 'the engine’s default network', plan: { network: 'internet' }, change: same }],
  '28': [{ name: 'a kernel without swap accounting', change: cgroup('memory/memory.memsw.limit_in_bytes', null) }],
  '64': [{ name: 'a gate that was not asked', facts: named, change: () => ({ probes: {} }) }],
};
