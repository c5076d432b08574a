import type { Attestation, AttestedEntry, MountInfo } from '../../battery/attestation.ts';
import type { MountProof, SessionFacts } from '../../battery/check.ts';
import type { LaunchPlan } from '../../src/plan/launch-plan.ts';
import { noConfigFacts } from '../support/no-config-facts.ts';
import { fixturePlan, tmpfs } from '../unit/battery/session-fixture.ts';

/** An attestation that differs from the fixture's in one thing. */
export interface Example {
  readonly name: string;
  readonly plan?: Partial<LaunchPlan>;
  readonly change: (attestation: Attestation) => Partial<Attestation>;
  /** What the host knows, where that is what differs. */
  readonly facts?: (facts: SessionFacts) => Partial<SessionFacts>;
}

const probe =
  (name: string, value: string | null) =>
  ({ probes }: Attestation): Partial<Attestation> => ({
    probes: Object.fromEntries([
      ...Object.entries(probes).filter(([key]) => key !== name),
      ...(value === null ? [] : [[name, value] as const]),
    ]),
  });
const status =
  (name: string, value: string | null) =>
  ({ status: all }: Attestation): Partial<Attestation> => ({
    status: Object.fromEntries([
      ...Object.entries(all).filter(([key]) => key !== name),
      ...(value === null ? [] : [[name, value] as const]),
    ]),
  });
const entry =
  (directory: string, name: string, type: string) =>
  ({ listings }: Attestation): Partial<Attestation> => ({
    listings: {
      ...listings,
      [directory]: [...(listings[directory] ?? []).filter((each) => each.name !== name), { name, type }],
    },
  });
const mount =
  (point: string, change: Partial<MountInfo>) =>
  ({ mountinfo }: Attestation): Partial<Attestation> => ({
    mountinfo: mountinfo.map((each) => (each.point === point ? { ...each, ...change } : each)),
  });
const extra =
  (change: Partial<MountInfo> & { point: string }) =>
  ({ mountinfo }: Attestation): Partial<Attestation> => ({
    mountinfo: [
      ...mountinfo,
      {
        id: 900,
        parent: 72,
        device: '0:1',
        root: '/',
        options: ['rw'],
        optional: [],
        type: 'ext4',
        source: 'x',
        superOptions: ['rw'],
        ...change,
      },
    ],
  });
const stat =
  (path: string, change: Record<string, string> | null) =>
  ({ stats }: Attestation): Partial<Attestation> => {
    const old = stats[path];
    return { stats: { ...stats, [path]: change === null || !old ? null : { ...old, ...change } } };
  };
const command =
  (change: Record<string, boolean> | null) =>
  ({ command: old }: Attestation): Partial<Attestation> => ({
    command: change === null || old === null ? null : { ...old, ...change },
  });

const same = (): Partial<Attestation> => ({});
const list =
  (directory: string, names: readonly string[] | null, type = 'f') =>
  ({ listings }: Attestation): Partial<Attestation> => ({
    listings: {
      ...listings,
      [directory]: names === null ? null : names.map((name): AttestedEntry => ({ name, type })),
    },
  });
const unlisted =
  (directory: string) =>
  ({ listings }: Attestation): Partial<Attestation> => ({
    listings: Object.fromEntries(Object.entries(listings).filter(([name]) => name !== directory)),
  });
const env =
  (...names: string[]) =>
  ({ envNames }: Attestation): Partial<Attestation> => ({ envNames: [...envNames, ...names] });
const namespace =
  (name: string, value: string | null) =>
  ({ namespaces }: Attestation): Partial<Attestation> => ({
    namespaces: Object.fromEntries([
      ...Object.entries(namespaces).filter(([key]) => key !== name),
      ...(value === null ? [] : [[name, value] as const]),
    ]),
  });
const fd =
  (number: string, link: string) =>
  ({ fds }: Attestation): Partial<Attestation> => ({ fds: { ...fds, [number]: link } });
const cgroup =
  (name: string, value: string | null) =>
  ({ cgroup: all }: Attestation): Partial<Attestation> => ({
    cgroup: Object.fromEntries([
      ...Object.entries(all).filter(([key]) => key !== name),
      ...(value === null ? [] : [[name, value] as const]),
    ]),
  });
const container =
  (change: Partial<NonNullable<SessionFacts['container']>>) =>
  ({ container: old }: SessionFacts): Partial<SessionFacts> => ({
    container: old === null ? null : { ...old, ...change },
  });
const superOption =
  (from: RegExp, to: string) =>
  (options: readonly string[]): readonly string[] =>
    options.map((option) => option.replace(from, to));
const tmpfsOptions =
  (point: string, change: (options: readonly string[]) => readonly string[]) =>
  ({ mountinfo }: Attestation): Partial<Attestation> => ({
    mountinfo: mountinfo.map((each) =>
      each.point === point ? { ...each, superOptions: change(each.superOptions) } : each,
    ),
  });
const both =
  (...changes: readonly Example['change'][]) =>
  (attestation: Attestation): Partial<Attestation> =>
    changes.reduce((all, change) => ({ ...all, ...change({ ...attestation, ...all }) }), {});
const otherKernel = (): Partial<Attestation> => ({ bootId: 'boot-2' });

const apparmor = ({ engine }: SessionFacts): Partial<SessionFacts> => ({
  engine: { ...engine, securityOptions: [...engine.securityOptions, 'name=apparmor'] },
});
const proofs =
  (changes: Readonly<Record<string, MountProof>>) =>
  ({ pins }: SessionFacts): Partial<SessionFacts> => ({
    proofs: new Map([...pins.keys()].map((id) => [id, changes[id] ?? { kind: 'challenge', matches: true }])),
  });

const named = (): Partial<SessionFacts> => ({
  ownConfig: {
    ...noConfigFacts(),
    commands: [
      { file: 'hooks.json', key: 'hooks.Stop[0].hooks[0].command', program: 'gone' },
      { file: 'config.toml', key: 'notify', program: 'there' },
    ],
  },
});

/** What each check must not overlook. */
export const reds: Readonly<Record<string, readonly Example[]>> = {
  '01': [
    { name: 'no sentinel', change: probe('env:IS_SANDBOX', null) },
    { name: 'another agent', change: probe('env:SANDBOX_AGENT', 'claude') },
    { name: 'another session', change: () => ({ session: 'other' }) },
  ],
  '02': [
    { name: 'off', change: status('NoNewPrivs', '0') },
    { name: 'unknown', change: status('NoNewPrivs', null) },
  ],
  '03': [
    { name: 'another agent’s directory', change: entry('/home/u', '.claude', 'd') },
    { name: 'another agent’s login file', change: entry('/home/u', '.claude.json', 'f') },
    { name: 'a name nobody planned', change: entry('/home/u', '.ssh', 'd') },
    { name: 'a planned name that is a link', change: entry('/home/u', '.codex', 'l') },
    { name: 'skills that is a file', change: entry('/home/u/.agents', 'skills', 'f') },
    { name: 'a neighbour of skills', change: entry('/home/u/.agents', 'AGENTS.md', 'f') },
    {
      name: 'a home that cannot be listed',
      change: ({ listings }) => ({ listings: { ...listings, '/home/u': null } }),
    },
    { name: 'a home that was not listed', change: () => ({ listings: {} }) },
    {
      name: 'another agent’s directory, although planned',
      plan: { tmpfs: [...fixturePlan().tmpfs, tmpfs('x', 'parent', '/home/u/.pi')] },
      change: entry('/home/u', '.pi', 'd'),
    },
  ],
  '04': [
    { name: 'a key of a vendor', change: env('ANTHROPIC_API_KEY') },
    { name: 'of a cloud', change: env('AWS_SECRET_ACCESS_KEY') },
    { name: 'of a forge', change: env('GH_TOKEN') },
    { name: 'of a name nobody knows', change: env('ACME_DEPLOY_TOKEN') },
    { name: 'in small letters', change: env('npm_config__password') },
    {
      name: 'another than the named one',
      plan: { env: [{ name: 'GH_TOKEN', from: 'host' }] },
      change: env('GITHUB_TOKEN'),
    },
  ],
  '05': [
    ...[
      'DISPLAY',
      'WAYLAND_DISPLAY',
      'SSH_AUTH_SOCK',
      'DBUS_SESSION_BUS_ADDRESS',
      'GPG_AGENT_INFO',
      'VSCODE_IPC_HOOK_CLI',
      'DOCKER_HOST',
      'XDG_RUNTIME_DIR',
    ].map((name) => ({ name, change: env(name) })),
  ],
  '06': [
    ...['CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb'].map((name) => ({
      name,
      change: status(name, '0000000000000400'),
    })),
    { name: 'unknown', change: status('CapAmb', null) },
    ...['socket:raw', 'syscall:chroot', 'syscall:mknodat', 'syscall:setuid'].map((name) => ({
      name: `${name} works`,
      change: probe(name, 'yes'),
    })),
    { name: 'not tried', change: probe('syscall:mknodat', null) },
  ],
  '07': [
    { name: 'the launcher’s', change: namespace('pid', 'pid:[4026531800]') },
    { name: 'not reported', change: namespace('pid', null) },
    { name: 'no namespace', change: namespace('pid', 'mnt:[1]') },
    { name: 'the host’s first process', change: probe('process:1', 'systemd') },
    { name: 'more processes than it can have', change: probe('process:count', '97') },
    { name: 'processes not counted', change: probe('process:count', null) },
  ],
  '08': [
    { name: 'the launcher’s', change: namespace('ipc', 'ipc:[4026531800]') },
    { name: 'not reported', change: namespace('ipc', null) },
  ],
  '09': [
    { name: 'the launcher’s', change: namespace('uts', 'uts:[4026531800]') },
    { name: 'the host’s name', change: probe('hostname', 'laptop') },
    { name: 'no name', change: probe('hostname', null) },
  ],
  '10': [
    { name: 'a disk', change: entry('/dev', 'sda', 'b') },
    { name: 'a driver’s node', change: entry('/dev', 'fuse', 'c') },
    { name: 'a default name of another type', change: entry('/dev', 'null', 'f') },
    { name: 'a default name of another device', change: probe('device:null', '1:1') },
    { name: 'a device that was not looked at', change: probe('device:zero', null) },
    { name: 'not listed', change: unlisted('/dev') },
    { name: 'the host’s terminal', plan: { tty: true }, change: fd('0', '/dev/tty1') },
    { name: 'a terminal where none was planned', change: fd('1', '/dev/pts/4') },
  ],
  '11': [
    { name: 'something in it', change: list('/tmp', ['.X11-unix'], 'd') },
    { name: 'not listed', change: unlisted('/tmp') },
    { name: 'absent', change: list('/tmp', null) },
    { name: 'a disk', change: mount('/tmp', { type: 'ext4' }) },
    { name: 'a socket', change: probe('socket:/tmp/ssh-x/agent.1', 'yes') },
  ],
  '12': [
    { name: 'a login’s directory', change: list('/run/user', ['1000'], 'd') },
    { name: 'not looked at', change: unlisted('/run/user') },
  ],
  '13': [
    { name: 'a secret', change: list('/run/secrets', ['token']) },
    { name: 'not looked at', change: unlisted('/run/secrets') },
  ],
  '14': [
    { name: '.netrc', change: entry('/home/u', '.netrc', 'f') },
    { name: '.git-credentials', change: entry('/home/u', '.git-credentials', 'f') },
    { name: 'not listed', change: unlisted('/home/u') },
  ],
  '15': [
    { name: '.Xauthority', change: entry('/home/u', '.Xauthority', 'f') },
    { name: 'its temporary form', change: entry('/home/u', '.Xauthority-c', 'f') },
    { name: '.ICEauthority', change: entry('/home/u', '.ICEauthority', 'l') },
    { name: 'not listed', change: unlisted('/home/u') },
  ],
  '16': [
    { name: 'another file', change: probe('env:GIT_CONFIG_GLOBAL', '/home/u/.gitconfig') },
    { name: 'the system’s too', change: probe('env:GIT_CONFIG_NOSYSTEM', null) },
    { name: 'another text', change: probe('text:/run/sandbox/gitconfig', '[core]\n\tpager = evil\n') },
    { name: 'not there', change: probe('text:/run/sandbox/gitconfig', 'ENOENT') },
    { name: 'one in the home directory', change: entry('/home/u', '.gitconfig', 'f') },
  ],
  '17': [
    { name: 'cannot be written', change: probe('access:workspace:w', 'EACCES') },
    { name: 'not probed', change: probe('access:workspace:w', null) },
    { name: 'is a link', change: stat('/home/u/code/app', { type: 'l' }) },
    { name: 'no directory to start in', change: stat('/home/u/code/app/src', null) },
    { name: 'mounted with another mode', change: mount('/home/u/code/app', { options: ['ro'] }) },
    {
      name: 'writable although read-only',
      plan: { workspace: { ...fixturePlan().workspace, mode: 'ro' } },
      change: probe('access:workspace:w', 'yes'),
    },
  ],
  '18': [
    {
      name: 'a file in the workspace',
      change: same,
      facts: ({ pins }) => ({
        configFiles: [
          {
            path: '/home/u/code/app/config.yaml',
            chain: [...(pins.get('workspace')?.chain ?? []), { dev: 65024n, ino: 5n }],
          },
        ],
      }),
    },
    {
      name: 'a file that is mounted itself',
      change: same,
      facts: ({ pins }) => ({ configFiles: [{ path: '/etc/x', chain: pins.get('own-config')?.chain ?? [] }] }),
    },
  ],
  '19': [
    { name: 'an interface in a session without network', change: probe('interfaces', 'eth0 lo') },
    { name: 'a default route in a session without network', change: probe('default-route', 'eth0 010011AC') },
    { name: 'a way out', change: probe('route:1.1.1.1', 'yes') },
    { name: 'a way out by IPv6', change: probe('route:2606:4700:4700::1111', 'yes') },
    { name: 'not tried', change: probe('route:1.1.1.1', null) },
    { name: 'the launcher’s', change: namespace('net', 'net:[4026531800]') },
    { name: 'no network where one was planned', plan: { network: 'internet' }, change: probe('interfaces', 'lo') },
    {
      name: 'no default route where one was planned',
      plan: { network: 'internet' },
      change: probe('default-route', 'none'),
    },
  ],
  '20': [
    { name: 'a way to the metadata service', change: probe('route:169.254.169.254', 'yes') },
    { name: 'a way to the LAN', change: probe('route:10.0.0.1', 'yes') },
    { name: 'not tried', change: probe('route:192.168.65.7', null) },
    { name: 'not tried, with a network', plan: { network: 'internet' }, change: probe('route:192.168.65.7', null) },
  ],
  '21': [
    { name: 'not found', change: command(null) },
    { name: 'writable', change: command({ writable: true }) },
    { name: 'in a writable directory', change: command({ parentsWritable: true }) },
    { name: 'gate writable', change: probe('access:gate:w', 'yes') },
    { name: 'gate not probed', change: probe('access:gate-directory:w', 'unsupported') },
  ],
  '22': [
    { name: 'one', change: () => ({ writablePathDirs: ['/home/u/bin'] }) },
    { name: 'the current directory', change: () => ({ writablePathDirs: [''] }) },
  ],
  '23': [
    { name: 'a foreign point', change: extra({ point: '/mnt' }) },
    { name: 'a point below the workspace', change: extra({ point: '/home/u/code/app/x' }) },
    { name: 'a point twice', change: extra({ point: '/home/u/code/app' }) },
    { name: 'an engine’s point twice', change: extra({ point: '/proc', type: 'proc' }) },
    {
      name: 'a terminal in a session without one',
      change: extra({ point: '/dev/console', type: 'devpts', root: '/0', options: ['nosuid', 'noexec'], parent: 74 }),
    },
    { name: 'the engine’s point, other file system', change: mount('/proc/sys', { type: 'tmpfs' }) },
    {
      name: 'the engine’s point, writable',
      change: mount('/proc/sys', { options: ['rw', 'nosuid', 'nodev', 'noexec'] }),
    },
    { name: 'a mask with something in it', change: mount('/proc/keys', { root: '/keys' }) },
    { name: 'a host’s file as /etc/hosts', change: mount('/etc/hosts', { root: '/etc/shadow' }) },
    { name: 'shared propagation', change: mount('/home/u/code/app', { optional: ['shared:7'] }) },
    { name: 'received propagation', change: mount('/home/u/.codex', { optional: ['master:7'] }) },
    { name: 'a shared root', change: mount('/', { optional: ['shared:1'] }) },
    { name: 'a bind with another mode', change: mount('/run/sandbox', { options: ['rw', 'relatime'] }) },
    { name: 'a tmpfs that runs setuid', change: mount('/tmp', { options: ['rw', 'nodev'] }) },
    { name: 'a home that runs nothing', change: mount('/home/u', { options: ['rw', 'nosuid', 'nodev', 'noexec'] }) },
    { name: 'a tmpfs that is a disk', change: mount('/home/u', { type: 'ext4' }) },
    { name: 'a bind under another mount', change: mount('/home/u/code/app', { parent: 72 }) },
    {
      name: 'a missing one',
      change: ({ mountinfo }) => ({ mountinfo: mountinfo.filter(({ point }) => point !== '/home/u/.codex/packages') }),
    },
    { name: 'a mount that can be moved aside', change: probe('rename:/home/u/code/app', 'yes') },
    { name: 'a mount nobody tried to move', change: probe('rename:/home/u/.codex', null) },
  ],
  '24': [
    { name: 'another inode', change: stat('/home/u/code/app', { ino: '7' }) },
    { name: 'another device', change: stat('/home/u/.codex', { dev: '7' }) },
    { name: 'absent', change: stat('/home/u/.agents/skills', null) },
    { name: 'a link', change: stat('/etc/passwd', { type: 'l' }) },
    { name: 'a directory for a file', change: stat('/etc/passwd', { type: 'd' }) },
    { name: 'another kernel, nothing proved', change: otherKernel },
    {
      name: 'another kernel, one not provable',
      change: otherKernel,
      facts: proofs({ workspace: { kind: 'none', matches: false } }),
    },
    {
      name: 'another kernel, another object',
      change: otherKernel,
      facts: proofs({ 'own-config': { kind: 'challenge', matches: false } }),
    },
    {
      name: 'another kernel, another type',
      change: both(otherKernel, stat('/home/u/code/app', { type: 'f' })),
      facts: proofs({}),
    },
    {
      name: 'not pinned',
      plan: { mounts: [...fixturePlan().mounts, { ...fixturePlan().mounts[0], id: 'new' } as LaunchPlan['mounts'][0]] },
      change: ({ stats }) => ({ stats: { ...stats, '/run/sandbox': null } }),
    },
  ],
  '25': [
    { name: 'writable mount', change: mount('/', { options: ['rw'] }) },
    { name: 'a file could be made', change: probe('create:/usr', 'yes') },
    { name: 'only permissions forbid it', change: probe('create:/etc', 'EACCES') },
    { name: 'not probed', change: probe('create:/', null) },
  ],
  '26': [
    { name: 'off', change: status('Seccomp', '0') },
    { name: 'strict mode is another thing', change: status('Seccomp', '1') },
    { name: 'no filters', change: status('Seccomp_filters', '0') },
    { name: 'unknown', change: status('Seccomp', null) },
    { name: 'a call that succeeds', change: probe('syscall:unshare', 'yes') },
    { name: 'a call that reaches the kernel', change: probe('syscall:bpf', 'EINVAL') },
    { name: 'a call that was not tried', change: probe('syscall:keyctl', null) },
    { name: 'unconfined where the engine has AppArmor', change: () => ({ lsm: 'unconfined' }), facts: apparmor },
  ],
  '27': [
    { name: 'saved uid 0', change: status('Uid', '1000\t1000\t0\t1000') },
    { name: 'effective gid', change: status('Gid', '1000\t27\t1000\t1000') },
    { name: 'a group more', change: status('Groups', '27 999') },
    { name: 'a group less', change: status('Groups', '') },
    { name: 'groups unknown', plan: { user: { ...fixturePlan().user, groups: [] } }, change: status('Groups', null) },
    { name: 'not a number', change: status('Groups', '27 x') },
  ],
  '28': [
    { name: 'more memory', change: cgroup('memory/memory.limit_in_bytes', '9223372036854771712') },
    { name: 'no limit of memory', change: cgroup('memory/memory.limit_in_bytes', null) },
    { name: 'swap', change: cgroup('memory/memory.memsw.limit_in_bytes', '9223372036854771712') },
    { name: 'any number of processes', change: cgroup('pids/pids.max', 'max') },
    {
      name: 'all processors',
      plan: { limits: { ...fixturePlan().limits, cpus: 1.5 } },
      change: cgroup('cpu/cpu.cfs_quota_us', '-1'),
    },
    {
      name: 'swap, version 2',
      change: () => ({ cgroup: { 'memory.max': '536870912', 'memory.swap.max': 'max', 'pids.max': '256' } }),
    },
    { name: 'descriptors', change: probe('limit:Max open files', '1024 1048576') },
    { name: 'core dumps', change: probe('limit:Max core file size', 'unlimited unlimited') },
    { name: 'a home without a size', change: tmpfsOptions('/home/u', superOption(/^size=.*/, 'x')) },
    { name: 'a home without a number of files', change: tmpfsOptions('/home/u', superOption(/^nr_inodes=.*/, 'x')) },
    { name: 'a home of another user', change: tmpfsOptions('/home/u', superOption(/^uid=.*/, 'uid=0')) },
    { name: 'a home that others read', change: tmpfsOptions('/home/u', superOption(/^mode=.*/, 'mode=755')) },
    { name: 'more shared memory', change: tmpfsOptions('/dev/shm', superOption(/^size=.*/, 'size=9g')) },
    { name: 'a home that runs nothing', change: probe('exec:/home/u', 'EACCES') },
    { name: 'not tried', change: probe('exec:/home/u', null) },
  ],
  '29': [
    { name: 'a readable memory', change: probe('read:/proc/kcore', 'data') },
    { name: 'a writable core_pattern', change: probe('open-write:/proc/sys/kernel/core_pattern', 'yes') },
    { name: 'firmware', change: list('/sys/firmware', ['acpi'], 'd') },
    { name: 'not read', change: probe('read:/proc/keys', null) },
    { name: 'not written', change: probe('open-write:/proc/sysrq-trigger', null) },
  ],
  '30': [
    { name: 'the engine’s', change: probe('socket:/run/docker.sock', 'yes') },
    { name: 'an abstract one', change: probe('unix:@/containerd-shim/x', 'yes') },
    { name: 'one called count', change: probe('unix:counter', 'yes') },
    { name: 'too many to look at', change: probe('sockets', 'too many entries') },
    { name: 'not looked at', change: probe('unix:count', null) },
  ],
  '31': [
    { name: 'a directory of the host', change: fd('7', '/sys/fs/cgroup') },
    { name: 'a file that looks like the gate’s', change: fd('4', '/run/sandbox/../x.pl') },
    {
      name: 'no input',
      change: ({ fds }) => ({ fds: Object.fromEntries(Object.entries(fds).filter(([n]) => n !== '0')) }),
    },
    { name: 'a file as output', change: fd('1', '/var/log/x') },
    { name: 'another directory', change: () => ({ cwd: '/proc/self/fd/7' }) },
  ],
  '32': [
    ...['directory', 'write', 'rename', 'lock', 'nested', 'clean'].map((step) => ({
      name: step,
      change: probe(`works:${step}`, 'EPERM'),
    })),
    { name: 'not tried', change: probe('works:lock', null) },
  ],
  '33': [
    { name: 'behind', change: () => ({ clock: 1_789_999_000 }) },
    { name: 'ahead', change: () => ({ clock: 1_790_000_009 }) },
  ],
  '34': [
    { name: 'another image', change: same, facts: container({ imageId: 'sha256:' + 'b'.repeat(64) }) },
    { name: 'an unknown container', change: same, facts: () => ({ container: null }) },
    { name: 'privileged', change: same, facts: container({ privileged: true }) },
    { name: 'restarted', change: same, facts: container({ restartPolicy: 'always' }) },
    { name: 'with a health check', change: same, facts: container({ healthcheck: true }) },
    { name: 'with ports', change: same, facts: container({ extras: ['published ports'] }) },
  ],
  '64': [
    {
      name: 'one is missing',
      facts: named,
      change: () => ({ probes: { 'command:gone': 'no', 'command:there': 'yes' } }),
    },
    { name: 'one was not looked up', facts: named, change: () => ({ probes: { 'command:there': 'yes' } }) },
  ],
};

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
  '11': [{ name: 'sockets elsewhere', change: probe('socket:/home/u/x', 'yes') }],
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
