import { chmodSync, copyFileSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { SessionFacts } from '../../battery/check.ts';
import type { CreateBody } from '../../src/engine/docker/create-options.ts';
import { walkChain } from '../../src/host/pin-protected.ts';
import { noConfigFacts } from '../support/no-config-facts.ts';
import { tmpfs } from '../unit/battery/session-fixture.ts';
import type { GateOptions } from './gate-container.ts';

/** Not 1000: a session in the host's process namespace must meet no process of anybody. */
export const uid = 64_321;

/** One defence taken away from a real container (or the tree it is made from) while the plan stays. */
export interface Mutation {
  /** The check that must turn red. */
  readonly check: string;
  readonly name: string;
  /** Those that turn red as well. */
  readonly others?: readonly string[];
  readonly options: GateOptions;
  /** What of the host's side differs, taken from the real tree at `root`. */
  readonly facts?: (root: string) => Partial<SessionFacts>;
}

type Mutate = NonNullable<GateOptions['mutate']>;
type HostConfig = CreateBody['HostConfig'] & Record<string, unknown>;

/** Changes what the engine is told. */
const host =
  (change: (config: HostConfig, root: string) => void): Mutate =>
  (body, root) =>
    change(body.HostConfig, root);

const readOnly = (id: string, value: boolean): Mutate =>
  host((config, root) => {
    for (const mount of config.Mounts) if (mount.Source === `${root}/${id}`) mount.ReadOnly = value;
  });

/** One more bind, of something made in the tree. */
const addBind = (target: string, make: (path: string) => void): Mutate =>
  host((config, root) => {
    const source = `${root}/more`;
    make(source);
    config.Mounts.push({ ...config.Mounts[0], Source: source, Target: target, ReadOnly: true } as never);
  });

const directoryWith =
  (name: string) =>
  (path: string): void => {
    mkdirSync(path);
    writeFileSync(`${path}/${name}`, 'of the host');
  };
const file = (path: string): void => writeFileSync(path, 'of the host');

const readOnlyWorkspace: NonNullable<GateOptions['plan']> = (plan) => ({
  ...plan,
  workspace: { ...plan.workspace, mode: 'ro' },
  mounts: plan.mounts.map((mount) => (mount.id === 'workspace' ? { ...mount, mode: 'ro' as const } : mount)),
});

export const mutations: readonly Mutation[] = [
  { check: '01', name: 'another agent’s name', options: { env: ['SANDBOX_AGENT=claude'] } },
  { check: '01', name: 'no sentinel', options: { env: ['IS_SANDBOX='] } },
  {
    check: '02',
    name: 'without no-new-privileges',
    options: { mutate: host((config) => void (config.SecurityOpt = [])) },
  },
  {
    check: '03',
    name: 'another agent’s directory in the home',
    others: ['23'],
    options: { mutate: host((config) => void (config.Tmpfs['/home/u/.claude'] = 'mode=0700')) },
  },
  {
    check: '03',
    name: 'a second directory beside the shared skills',
    others: ['23'],
    options: { mutate: host((config) => void (config.Tmpfs['/home/u/.agents/plugins'] = 'mode=0700')) },
  },
  {
    check: '03',
    name: 'another agent’s directory, planned',
    options: {
      plan: (plan) => ({
        ...plan,
        tmpfs: [...plan.tmpfs, tmpfs('x', 'parent', '/home/u/.claude', { uid, gid: uid })],
      }),
    },
  },
  { check: '04', name: 'a cloud’s key in the image’s environment', options: { env: ['AWS_SECRET_ACCESS_KEY=x'] } },
  { check: '05', name: 'the address of a key agent', options: { env: ['SSH_AUTH_SOCK=/tmp/agent'] } },
  {
    check: '06',
    name: 'with the engine’s default capabilities',
    options: { mutate: host((config) => void (config.CapDrop = [])) },
  },
  { check: '07', name: 'the host’s processes', options: { mutate: host((config) => void (config.PidMode = 'host')) } },
  {
    check: '08',
    name: 'the host’s shared memory',
    others: ['23', '28'],
    options: { mutate: host((config) => void (config.IpcMode = 'host' as never)) },
  },
  {
    check: '09',
    name: 'the host’s name',
    options: {
      mutate: (body) => {
        body.HostConfig.UTSMode = 'host';
        body.Hostname = '';
      },
    },
  },
  {
    check: '10',
    name: 'one device more',
    others: ['34'],
    options: {
      mutate: host((config) => {
        config['Devices'] = [
          { PathOnHost: '/dev/full', PathInContainer: '/dev/sandbox-extra', CgroupPermissions: 'r' },
        ];
      }),
    },
  },
  {
    check: '10',
    name: 'a terminal nobody planned',
    others: ['23', '31'],
    options: { mutate: (body) => void (body.Tty = true) },
  },
  {
    check: '11',
    name: 'a directory of the host at /tmp',
    others: ['06', '23', '28'],
    options: {
      mutate: (body, root) => {
        delete body.HostConfig.Tmpfs['/tmp'];
        addBind('/tmp', directoryWith('leftover'))(body, root);
      },
    },
  },
  {
    check: '12',
    name: 'a runtime directory of the host',
    others: ['23'],
    options: { mutate: addBind('/run/user', directoryWith('bus')) },
  },
  {
    check: '13',
    name: 'secrets of an orchestrator',
    others: ['23'],
    options: { mutate: addBind('/run/secrets', directoryWith('token')) },
  },
  {
    check: '14',
    name: 'remembered passwords',
    others: ['03', '23'],
    options: { mutate: addBind('/home/u/.netrc', file) },
  },
  {
    check: '15',
    name: 'the key to the screen',
    others: ['03', '23'],
    options: { mutate: addBind('/home/u/.Xauthority', file) },
  },
  {
    check: '16',
    name: 'git told of another configuration',
    options: { env: ['GIT_CONFIG_GLOBAL=/home/u/.gitconfig'] },
  },
  {
    check: '16',
    name: 'another text in the configuration’s place',
    options: {
      mutate: (_, root) => writeFileSync(`${root}/session/gitconfig`, '[core]\n\tpager = evil\n', { flag: 'w' }),
    },
  },
  {
    check: '17',
    name: 'a workspace that cannot be written',
    others: ['23'],
    options: { mutate: readOnly('workspace', true) },
  },
  {
    check: '17',
    name: 'a workspace that can, although it should not',
    others: ['23'],
    options: { plan: readOnlyWorkspace, mutate: readOnly('workspace', false) },
  },
  {
    check: '18',
    name: 'a configuration file in the workspace',
    options: { mutate: (_, root) => writeFileSync(`${root}/workspace/config.yaml`, '') },
    facts: (root) => ({
      configFiles: [{ path: `${root}/workspace/config.yaml`, chain: walkChain(`${root}/workspace/config.yaml`) }],
    }),
  },
  {
    check: '19',
    name: 'a network where none was planned',
    others: ['20'],
    options: { mutate: host((config) => void (config.NetworkMode = 'bridge')) },
  },
  {
    check: '19',
    name: 'the host’s network',
    others: ['09', '20', '30'],
    options: {
      mutate: (body) => {
        body.HostConfig.NetworkMode = 'host' as never;
        body.Hostname = '';
      },
    },
  },
  {
    check: '20',
    name: 'a way to the neighbours where none was planned',
    others: ['19'],
    options: { mutate: host((config) => void (config.NetworkMode = 'bridge')) },
  },
  { check: '21', name: 'a gate that can be written', others: ['23'], options: { mutate: readOnly('session', false) } },
  {
    check: '21',
    name: 'an agent in a writable directory',
    options: {
      env: ['PATH=/home/u/code/app:/usr/bin:/bin'],
      mutate: (_, root) => copyFileSync('/bin/sh', `${root}/workspace/codex`),
    },
  },
  { check: '21', name: 'no such agent', options: { argv: ['no-such-agent'] } },
  {
    check: '22',
    name: 'the workspace first on PATH',
    options: { env: ['PATH=/home/u/code/app:/usr/local/bin:/usr/bin:/bin'] },
  },
  {
    check: '23',
    name: 'a bind nobody planned',
    options: {
      mutate: host(({ Mounts }) => void Mounts.push({ ...Mounts[0], Source: '/var/tmp', Target: '/mnt' } as never)),
    },
  },
  {
    check: '23',
    name: 'one planned mount less',
    others: ['17', '24'],
    options: { mutate: host((config) => void config.Mounts.pop()) },
  },
  {
    check: '24',
    name: 'a source replaced after it was pinned',
    options: {
      swap: (root) => {
        renameSync(`${root}/workspace`, `${root}/old`);
        mkdirSync(`${root}/workspace/src`, { recursive: true });
        chmodSync(`${root}/workspace`, 0o777);
      },
    },
  },
  {
    check: '24',
    name: 'a source replaced by a link',
    others: ['17'],
    options: {
      swap: (root) => {
        rmSync(`${root}/workspace`, { recursive: true });
        symlinkSync('/etc', `${root}/workspace`);
      },
    },
  },
  {
    check: '25',
    name: 'a writable root',
    others: ['23'],
    options: { mutate: host((config) => void (config.ReadonlyRootfs = false)) },
  },
  {
    check: '26',
    name: 'without the system call filter',
    options: { mutate: host((config) => void config.SecurityOpt.push('seccomp=unconfined')) },
  },
  { check: '27', name: 'one group more', options: { mutate: host((config) => void config.GroupAdd.push('998')) } },
  { check: '27', name: 'another primary group', options: { mutate: (body) => void (body.User = `${uid}:997`) } },
  {
    check: '28',
    name: 'more memory than planned',
    options: { mutate: host((config) => void (config.Memory = config.MemorySwap = 600 * 1024 ** 2)) },
  },
  { check: '28', name: 'swap', options: { mutate: host((config) => void (config.MemorySwap = -1)) } },
  { check: '28', name: 'any number of processes', options: { mutate: host((config) => void (config.PidsLimit = 0)) } },
  { check: '28', name: 'core dumps', options: { mutate: host((config) => void config.Ulimits.pop()) } },
  {
    check: '28',
    name: 'a home without a size',
    options: {
      mutate: host((config) => {
        config.Tmpfs['/home/u'] = (config.Tmpfs['/home/u'] ?? '').replace(/,size=\d+/, '');
      }),
    },
  },
  {
    check: '28',
    name: 'a home that runs nothing',
    others: ['23'],
    options: {
      mutate: host((config) => {
        config.Tmpfs['/home/u'] = (config.Tmpfs['/home/u'] ?? '').replace('exec', 'noexec');
      }),
    },
  },
  {
    check: '29',
    name: 'nothing of /proc masked',
    options: {
      uid: 0,
      mutate: host((config) => {
        config['MaskedPaths'] = [];
        config['ReadonlyPaths'] = [];
      }),
    },
  },
  {
    check: '30',
    name: 'a socket of the host',
    others: ['23'],
    options: {
      mutate: addBind('/run/docker.sock', (path) => void createServer().listen(path).unref()),
    },
  },
  { check: '31', name: 'another working directory', options: { mutate: (body) => void (body.WorkingDir = '/tmp') } },
  {
    check: '32',
    name: 'a configuration that cannot be written',
    others: ['23'],
    options: { mutate: readOnly('own-config', true) },
  },
  {
    check: '32',
    name: 'another directory in the configuration’s place: nothing is written there',
    others: ['24'],
    options: {
      identity: true,
      swap: (root) => {
        renameSync(`${root}/own-config`, `${root}/old`);
        mkdirSync(`${root}/own-config/packages`, { recursive: true });
        chmodSync(`${root}/own-config`, 0o777);
      },
    },
  },
  {
    check: '34',
    name: 'restarted by the engine',
    options: { mutate: host((config) => void (config.RestartPolicy = { Name: 'on-failure' as never })) },
  },
  {
    check: '34',
    name: 'privileged',
    others: ['06', '10', '23', '26', '29'],
    options: { mutate: host((config) => void (config.Privileged = true)) },
  },
  {
    check: '34',
    name: 'a published port',
    options: {
      mutate: host((config) => {
        config['PortBindings'] = { '80/tcp': [{ HostIp: '127.0.0.1', HostPort: '' }] };
      }),
    },
  },
  {
    check: '64',
    name: 'a hook whose program the image lacks',
    options: { commands: ['no-such-tool'] },
    facts: () => ({
      ownConfig: {
        ...noConfigFacts(),
        commands: [{ file: 'hooks.json', key: 'hooks.Stop[0].hooks[0].command', program: 'no-such-tool' }],
      },
    }),
  },
];

/** No container can have another clock than its kernel: only a tampered attestation shows that this check sees it. */
export const tamperedOnly: readonly string[] = ['33'];
