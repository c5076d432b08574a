import type { Attestation, AttestedEntry, AttestedStat, MountInfo } from '../../../battery/attestation.ts';
import type { SessionFacts } from '../../../battery/check.ts';
import { readProbes, routes, writeProbes } from '../../../battery/request.ts';
import { parseMountinfo } from '../../../battery/parse-mountinfo.ts';
import type { Pin } from '../../../src/host/pin.ts';
import type { LaunchPlan, PlannedMount, PlannedTmpfs } from '../../../src/plan/launch-plan.ts';

const home = '/home/u';
const HEX = 'a'.repeat(64);
const GIT_TEXT = '[user]\n\tname = "U"\n';

/** A small codex session of uid 1000: own config with a mask, shared skills, a workspace below home. */
export function fixturePlan(changes: Partial<LaunchPlan> = {}): LaunchPlan {
  return {
    version: 1,
    agent: 'codex',
    agentVersion: '0.171.0',
    workspace: { source: `${home}/code/app`, target: `${home}/code/app`, cwd: `${home}/code/app/src`, mode: 'rw' },
    image: { ref: 'sandbox/agent:fixture', id: `sha256:${HEX}` },
    user: { uid: 1000, gid: 1000, groups: [27], name: 'u', home },
    mounts: [
      bind('session', 'session', '/run/sandbox', 'ro'),
      bind('passwd', 'identity', '/etc/passwd', 'ro', 'file'),
      bind('group', 'identity', '/etc/group', 'ro', 'file'),
      bind('own-config', 'own-config', `${home}/.codex`, 'rw'),
      bind('shared-skills', 'shared-skills', `${home}/.agents/skills`, 'rw'),
      bind('workspace', 'workspace', `${home}/code/app`, 'rw'),
    ],
    tmpfs: [
      tmpfs('home', 'home', home, { permissions: '0700' }),
      tmpfs('agents', 'agents', `${home}/.agents`, { permissions: '0700', mode: 'ro', exec: false }),
      tmpfs('parent-code', 'parent', `${home}/code`, { permissions: '0700', exec: false }),
      tmpfs('mask-packages', 'mask', `${home}/.codex/packages`, { permissions: '0700', below: 'own-config' }),
      tmpfs('tmp', 'scratch', '/tmp', { permissions: '1777' }),
      tmpfs('run', 'scratch', '/run', { permissions: '0755', exec: false }),
      tmpfs('var-tmp', 'scratch', '/var/tmp', { permissions: '1777' }),
    ],
    env: [],
    limits: {
      memory: 512 * 1024 ** 2,
      cpus: null,
      pids: 256,
      nofile: 4096,
      homeSize: 64 * 1024 ** 2,
      tmpSize: 64 * 1024 ** 2,
      shmSize: 64 * 1024 ** 2,
    },
    network: 'none',
    publish: [],
    tty: false,
    argv: ['codex'],
    checks: [],
    notes: [],
    ...changes,
  };
}

export function bind(
  id: string,
  kind: PlannedMount['kind'],
  target: string,
  mode: 'ro' | 'rw',
  type: 'directory' | 'file' = 'directory',
): PlannedMount {
  return { id, kind, source: target, target, mode, options: { type, trust: 'named', missing: 'require' } };
}

export function tmpfs(
  id: string,
  kind: PlannedTmpfs['kind'],
  target: string,
  changes: Partial<PlannedTmpfs> = {},
): PlannedTmpfs {
  return {
    id,
    kind,
    target,
    mode: 'rw',
    exec: true,
    permissions: '0755',
    uid: 1000,
    gid: 1000,
    size: 64 * 1024 ** 2,
    inodes: 10_000,
    below: null,
    ...changes,
  };
}

/** Facts of a session that is exactly as planned, as Docker 20.10 with cgroup v1 shows it. */
export function fixtureFacts(plan: LaunchPlan, changes: Partial<Attestation> = {}): SessionFacts {
  const pins = new Map(plan.mounts.map(({ id, target }, index) => [id, pin(target, index)]));
  return {
    session: 'k3v9',
    hostBootId: 'boot-1',
    proofs: null,
    hostNamespaces: Object.fromEntries(['pid', 'ipc', 'uts', 'net'].map((name) => [name, `${name}:[4026531800]`])),
    hostClock: { earliest: 1_790_000_000, latest: 1_790_000_001 },
    container: {
      id: HEX,
      running: true,
      exitCode: 0,
      oomKilled: false,
      error: '',
      pid: 4711,
      imageId: `sha256:${HEX}`,
      privileged: false,
      restartPolicy: 'no',
      healthcheck: false,
      published: [],
      extras: [],
    },
    gitConfig: GIT_TEXT,
    configFiles: [],
    ownConfig: null,
    engine: {
      serverVersion: '20.10.24',
      memory: 8 * 1024 ** 3,
      cgroupVersion: '1',
      securityOptions: ['name=seccomp,profile=default'],
      rootless: false,
      usernsRemap: false,
      operatingSystem: 'Debian GNU/Linux 12 (bookworm)',
      initBinary: 'docker-init',
      systemTime: '',
      storageDriver: '',
      dataRoot: '',
    },
    pins,
    attestation: { ...fixtureAttestation(plan, pins), ...changes },
  };
}

function pin(source: string, index: number): Pin {
  const link = { dev: 65024n, ino: 1000n + BigInt(index), uid: 1000, gid: 1000, mode: 0o40700 };
  return { ...link, source, resolved: source, fd: -1, chain: [{ ...link, path: source, link: null }] };
}

function fixtureAttestation(plan: LaunchPlan, pins: ReadonlyMap<string, Pin>): Attestation {
  const directory: AttestedStat = { dev: '99', ino: '2', mode: 0o40700, uid: 1000, gid: 1000, type: 'd' };
  const stats = Object.fromEntries([
    ...['/', ...plan.tmpfs.map(({ target }) => target), plan.workspace.target, plan.workspace.cwd].map((path) => [
      path,
      directory,
    ]),
    ...plan.mounts.map(({ id, target, options }) => [
      target,
      {
        ...directory,
        dev: String(pins.get(id)?.dev),
        ino: String(pins.get(id)?.ino),
        type: options.type === 'file' ? 'f' : 'd',
      },
    ]),
  ]) as Record<string, AttestedStat>;
  return {
    version: 1,
    session: 'k3v9',
    bootId: 'boot-1',
    clock: 1_790_000_000.5,
    cwd: '/',
    status: {
      Uid: '1000\t1000\t1000\t1000',
      Gid: '1000\t1000\t1000\t1000',
      Groups: '27',
      CapInh: '0000000000000000',
      CapPrm: '0000000000000000',
      CapEff: '0000000000000000',
      CapBnd: '0000000000000000',
      CapAmb: '0000000000000000',
      NoNewPrivs: '1',
      Seccomp: '2',
      Seccomp_filters: '1',
    },
    stats,
    mountinfo: fixtureMounts(plan),
    envNames: ['HOME', 'IS_SANDBOX', 'PATH', 'SANDBOX_AGENT', 'SANDBOX_SESSION'],
    fds: Object.fromEntries(['0', '1', '2'].map((fd) => [fd, plan.tty ? '/dev/pts/0' : `pipe:[${fd}]`])),
    listings: {
      [home]: ['.agents', '.codex', 'code'].map((name) => ({ name, type: 'd' })),
      [`${home}/.agents`]: [{ name: 'skills', type: 'd' }],
      '/dev': devices(plan.tty),
      '/tmp': [],
      '/run': [{ name: 'sandbox', type: 'd' }],
      '/run/user': null,
      '/run/secrets': null,
      '/sys/firmware': [],
      '/proc/acpi': [],
    },
    cgroup: {
      'memory/memory.limit_in_bytes': String(plan.limits.memory),
      'memory/memory.memsw.limit_in_bytes': String(plan.limits.memory),
      'pids/pids.max': String(plan.limits.pids),
      'cpu/cpu.cfs_quota_us': plan.limits.cpus === null ? '-1' : String(plan.limits.cpus * 100_000),
      'cpu/cpu.cfs_period_us': '100000',
    },
    namespaces: Object.fromEntries(
      ['pid', 'ipc', 'uts', 'net'].map((name, index) => [name, `${name}:[40265321${80 + index}]`]),
    ),
    lsm: null,
    command: { path: '/usr/bin/codex', resolved: '/usr/lib/codex/codex', writable: false, parentsWritable: false },
    writablePathDirs: [],
    probes: {
      'env:IS_SANDBOX': '1',
      'env:SANDBOX_AGENT': plan.agent,
      'env:SANDBOX_SESSION': 'k3v9',
      'access:workspace:r': 'yes',
      'access:workspace:w': plan.workspace.mode === 'rw' ? 'yes' : 'EROFS',
      'access:workspace:x': 'yes',
      'access:cwd:x': 'yes',
      'access:gate:w': 'EROFS',
      'access:gate-directory:w': 'EROFS',
      'create:/': 'EROFS',
      'create:/usr': 'EROFS',
      'create:/etc': 'EROFS',
      ...engineProbes,
      ...Object.fromEntries(plan.mounts.map(({ target }) => [`rename:${target}`, 'EBUSY'])),
      ...Object.fromEntries(readProbes.map((path) => [`read:${path}`, 'empty'])),
      ...Object.fromEntries(writeProbes.map((path) => [`open-write:${path}`, 'EACCES'])),
      ...Object.fromEntries(
        Object.values(routes)
          .flat()
          .map((address) => [`route:${address}`, plan.network === 'none' ? 'ENETUNREACH' : 'yes']),
      ),
      interfaces: plan.network === 'none' ? 'lo' : 'eth0 lo',
      'default-route': plan.network === 'none' ? 'none' : 'eth0 010011AC',
      'limit:Max open files': `${plan.limits.nofile} ${plan.limits.nofile}`,
      'limit:Max core file size': '0 0',
    },
  };
}

function devices(tty: boolean): readonly AttestedEntry[] {
  const links = ['fd', 'ptmx', 'stderr', 'stdin', 'stdout'].map((name) => ({ name, type: 'l' }));
  const nodes = ['full', 'null', 'random', 'tty', 'urandom', 'zero', ...(tty ? ['console'] : [])];
  const directories = ['mqueue', 'pts', 'shm'].map((name) => ({ name, type: 'd' }));
  return [...links, ...nodes.map((name) => ({ name, type: 'c' })), ...directories];
}

/** What the gate's probes said on Docker 20.10.24 with kernel 6.18. */
const engineProbes = {
  'env:GIT_CONFIG_GLOBAL': '/run/sandbox/gitconfig',
  'env:GIT_CONFIG_SYSTEM': '/dev/null',
  'env:GIT_CONFIG_NOSYSTEM': '1',
  'text:/run/sandbox/gitconfig': GIT_TEXT,
  hostname: 'sandbox',
  'process:count': '4',
  'process:1': 'docker-init',
  'device:full': '1:7',
  'device:null': '1:3',
  'device:random': '1:8',
  'device:tty': '5:0',
  'device:urandom': '1:9',
  'device:zero': '1:5',
  'exec:/home/u': 'yes',
  'unix:count': '0',
  'socket:raw': 'EPERM',
  'syscall:io_uring_setup': 'EFAULT',
  ...Object.fromEntries(
    'bpf chroot init_module keyctl mknodat mount perf_event_open setuid syslog unshare userfaultfd'
      .split(' ')
      .map((name) => [`syscall:${name}`, 'EPERM']),
  ),
  ...Object.fromEntries('directory write rename lock nested clean'.split(' ').map((step) => [`works:${step}`, 'yes'])),
};

/** The engine's own points as recorded from Docker 20.10.24, then the plan's, each hanging on the nearest above. */
function fixtureMounts(plan: LaunchPlan): readonly MountInfo[] {
  const mounts = [...parseMountinfo(enginePoints(plan.tty))];
  const planned = [
    ...plan.tmpfs.map((each) => ({
      point: each.target,
      type: 'tmpfs',
      options: [each.mode, 'nosuid', 'nodev', ...(each.exec ? [] : ['noexec']), 'relatime'],
      superOptions: [
        'rw',
        `size=${each.size / 1024}k`,
        `nr_inodes=${each.inodes}`,
        ...(each.permissions === '1777' ? [] : [`mode=${each.permissions.slice(1)}`]),
        ...(each.uid === 0 ? [] : [`uid=${each.uid}`, `gid=${each.gid}`]),
      ],
    })),
    ...plan.mounts.map((each) => ({
      point: each.target,
      type: 'ext4',
      options: [each.mode, 'relatime'],
      superOptions: ['rw'],
    })),
  ].sort((a, b) => a.point.length - b.point.length);
  for (const { point, type, options, superOptions } of planned) {
    const above = mounts
      .filter((mount) => point.startsWith(mount.point === '/' ? '/' : `${mount.point}/`))
      .sort((a, b) => b.point.length - a.point.length)[0];
    const parent = above?.id ?? 0;
    const [id, device, root] = [200 + mounts.length, '0:90', '/'];
    mounts.push({ id, parent, device, root, point, options, optional: [], type, source: type, superOptions });
  }
  return mounts;
}

function enginePoints(tty: boolean): string {
  const closed = 'nosuid,nodev,noexec,relatime';
  const cgroups = ['cpu', 'cpuacct', 'memory', 'devices', 'freezer', 'blkio', 'pids', 'cpuset', 'systemd'];
  const file = (id: number, name: string): string =>
    `${id} 72 254:0 /var/lib/docker/containers/${HEX}/${name} /etc/${name} ro,relatime - ext4 /dev/vda rw`;
  return [
    '72 48 0:39 / / ro,relatime master:2 - overlay overlay rw,lowerdir=/l:/m,upperdir=/u,workdir=/w',
    `73 72 0:42 / /proc rw,${closed} - proc proc rw`,
    '74 72 0:43 / /dev rw,nosuid - tmpfs tmpfs rw,size=65536k,mode=755',
    '75 74 0:44 / /dev/pts rw,nosuid,noexec,relatime - devpts devpts rw,gid=5,mode=620,ptmxmode=666',
    `76 72 0:45 / /sys ro,${closed} - sysfs sysfs ro`,
    `77 76 0:46 / /sys/fs/cgroup rw,${closed} - tmpfs tmpfs rw,mode=755`,
    ...cgroups.map(
      (name, index) =>
        `${100 + index} 77 0:29 /docker/${HEX} /sys/fs/cgroup/${name} ro,${closed} - cgroup cgroup rw,${name}`,
    ),
    `87 74 0:41 / /dev/mqueue rw,${closed} - mqueue mqueue rw`,
    `88 74 0:47 / /dev/shm rw,${closed} - tmpfs shm rw,size=65536k`,
    '89 72 254:0 /usr/bin/tini-static /usr/sbin/docker-init ro,relatime - ext4 /dev/vda rw',
    file(90, 'resolv.conf'),
    file(91, 'hostname'),
    file(92, 'hosts'),
    ...(tty ? ['49 74 0:44 /0 /dev/console rw,nosuid,noexec,relatime - devpts devpts rw,gid=5,mode=620'] : []),
    ...['bus', 'fs', 'irq', 'sys', 'sysrq-trigger'].map(
      (name, index) => `${50 + index} 73 0:42 /${name} /proc/${name} ro,${closed} - proc proc rw`,
    ),
    '55 73 0:50 / /proc/acpi ro,relatime - tmpfs tmpfs ro',
    '56 73 0:43 /null /proc/kcore rw,nosuid - tmpfs tmpfs rw,size=65536k,mode=755',
    '57 73 0:43 /null /proc/keys rw,nosuid - tmpfs tmpfs rw,size=65536k,mode=755',
    '58 76 0:51 / /sys/firmware ro,relatime - tmpfs tmpfs ro',
    '',
  ].join('\n');
}
