import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { Server } from 'node:net';
import Docker from 'dockerode';
import type { AttackerConfig, ProbeResult } from './probe-result.ts';
import { attackerProgram, hostNamespaces, parseResult } from './probe-result.ts';
import { ATTACKER_LABEL, containerOutput, startVictim, VICTIM_PORT } from './victim.ts';

const docker = new Docker();
const CAPABILITIES =
  'CHOWN DAC_OVERRIDE DAC_READ_SEARCH FOWNER FSETID KILL SETGID SETUID SETPCAP LINUX_IMMUTABLE NET_BIND_SERVICE NET_BROADCAST NET_ADMIN NET_RAW IPC_LOCK IPC_OWNER SYS_MODULE SYS_RAWIO SYS_CHROOT SYS_PTRACE SYS_PACCT SYS_ADMIN SYS_BOOT SYS_NICE SYS_RESOURCE SYS_TIME SYS_TTY_CONFIG MKNOD LEASE AUDIT_WRITE AUDIT_CONTROL SETFCAP MAC_OVERRIDE MAC_ADMIN SYSLOG WAKE_ALARM BLOCK_SUSPEND AUDIT_READ'.split(
    ' ',
  );

interface WeakContainer {
  readonly name: string;
  /** The probes it is made for; null: all. Those that look into other processes or files never run next to the host's. */
  readonly only: readonly string[] | null;
  readonly planted?: boolean;
  readonly hostConfig: Docker.HostConfig;
  readonly env?: readonly string[];
  readonly config?: Partial<AttackerConfig>;
}

/** Every filter, mask and dropped capability taken away; what the host itself lacks cannot be given. SYS_ADMIN stands for the newest. */
function unprotected(): Docker.HostConfig {
  const bounding = BigInt(`0x${/^CapBnd:\s*(\S+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0'}`);
  return {
    CapAdd: CAPABILITIES.filter((_, bit) => ((bounding >> BigInt(bit)) & 1n) === 1n),
    SecurityOpt: ['seccomp=unconfined', 'apparmor=unconfined'],
    MaskedPaths: [],
    ReadonlyPaths: [],
    // The type lacks it.
    ...({ DeviceCgroupRules: ['a *:* rwm'] } as object),
  };
}

const readOnly = (source: string, target: string) => ({
  Type: 'bind' as const,
  Source: source,
  Target: target,
  ReadOnly: true,
  BindOptions: { Propagation: 'rprivate' as const, NonRecursive: true },
});

function weakContainers(victim: string, network: string, engineSocket: string): readonly WeakContainer[] {
  const shared = `container:${victim}`;
  return [
    {
      name: 'has no protection left',
      only: null,
      planted: true,
      hostConfig: {
        ...unprotected(),
        Init: true,
        NetworkMode: network,
        GroupAdd: ['6', '42'],
        ShmSize: 8 * 1024 ** 3,
        ExtraHosts: ['host.docker.internal:127.0.0.1'],
      },
      env: [
        ...['AWS_ACCESS_KEY_ID', 'GITHUB_TOKEN', 'OPENAI_API_KEY', 'SSH_AUTH_SOCK', 'DISPLAY', 'DOCKER_HOST'].map(
          (name) => `${name}=planted`,
        ),
        'NODE_OPTIONS=--no-deprecation',
        'DATABASE_PASSWORD=planted',
        'http_proxy=http://user:password@127.0.0.1:9',
        'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:.',
      ],
      // An engine may be unable to give more than the session's own limit: the plan is what differs.
      config: { socketGroup: 6, plannedFiles: 1000 },
    },
    {
      name: 'shares another container’s namespaces',
      only: [
        ...'fs-proc-root fs-proc-fd fs-proc-cwd env-markers env-arguments priv-kill net-loopback-listener'.split(' '),
        ...'sys-ptrace sys-process-memory sys-process-vm-readv sys-pidfd sys-kcmp'.split(' '),
        ...'ns-init ns-foreign-processes ns-services ns-ipc-objects ns-shared-memory'.split(' '),
        ...'socket-abstract socket-shim-abstract socket-x11-abstract'.split(' '),
      ],
      hostConfig: { ...unprotected(), PidMode: shared, NetworkMode: shared, IpcMode: shared },
    },
    {
      // Names and numbers of namespaces alone: what runs on the host is nobody's business.
      name: 'shares the host’s namespaces',
      only: ['ns-pid', 'ns-net', 'ns-ipc', 'ns-uts', 'ns-kernel-threads', 'ns-host-name', 'ns-interfaces'],
      hostConfig: { PidMode: 'host', NetworkMode: 'host', IpcMode: 'host', UTSMode: 'host' },
    },
    {
      // The table of mounts alone: no file below is looked at.
      name: 'has a directory of the host’s, twice',
      only: ['fs-host-root', 'fs-host-mount', 'mount-alias', 'mount-extra'],
      hostConfig: { Mounts: [readOnly('/etc', '/host/etc'), readOnly('/etc', '/mnt/etc')] },
    },
    {
      name: 'has the host’s control groups',
      only: [
        'write-release-agent',
        'write-notify-on-release',
        'write-devices-allow',
        'write-cgroup-limits',
        'write-cgroup-move',
      ],
      hostConfig: {
        ...unprotected(),
        Mounts: [
          {
            ...readOnly('/sys/fs/cgroup', '/sys/fs/cgroup'),
            ReadOnly: false,
            BindOptions: { Propagation: 'rprivate' },
          },
        ],
      },
    },
    {
      name: 'has the engine’s socket',
      only: ['socket-docker', 'socket-search', 'socket-http'],
      hostConfig: { Mounts: [readOnly(engineSocket, '/var/run/docker.sock')] },
    },
  ];
}

/** Results of every weak container by its name. They share nothing with the product but the image. */
export async function attackWeakContainers(
  image: string,
  base: AttackerConfig,
): Promise<ReadonlyMap<string, readonly ProbeResult[]>> {
  const prefix = `sandbox-attacker-${randomBytes(4).toString('hex')}`;
  const marker = Buffer.from(base.markers[0] ?? '', 'hex').toString();
  const cleanup: (() => unknown)[] = [];
  try {
    const network = await docker.createNetwork({
      Name: prefix,
      Labels: ATTACKER_LABEL,
      EnableIPv6: true,
      // So the metadata address is a neighbour, and nobody is there.
      IPAM: { Driver: 'default', Config: [{ Subnet: 'fd00:ec2::/64' }] },
    } as Docker.NetworkCreateOptions);
    cleanup.push(() => network.remove());
    const gateway = await gatewayOf(network);
    for (const port of [VICTIM_PORT, 2375, 22]) {
      const server = await listenOn(gateway, port);
      cleanup.push(() => server.close());
    }
    const victim = await startVictim(image, `${prefix}-victim`, prefix, marker);
    cleanup.push(() => victim.container.remove({ force: true, v: true }));
    const results = new Map<string, readonly ProbeResult[]>();
    for (const weak of weakContainers(victim.container.id, prefix, engineSocket())) {
      const config: AttackerConfig = {
        ...base,
        home: '/home/u',
        workspace: '/home/u/work/project',
        hostNamespaces: hostNamespaces(),
        gatewayPort: VICTIM_PORT,
        loopbackPort: VICTIM_PORT,
        peer: [victim.address, VICTIM_PORT],
        ...weak.config,
        only: weak.only ?? [],
      };
      const program = `${attackerProgram.target}/${weak.planted === true ? 'plant.py' : 'attacker.py'}`;
      const container = await docker.createContainer({
        name: `${prefix}-${results.size}`,
        Image: image,
        Labels: ATTACKER_LABEL,
        User: '0:0',
        WorkingDir: '/',
        Entrypoint: ['python3', program],
        Cmd: [JSON.stringify(config)],
        Env: [...(weak.env ?? []), `ATTACK_SECRET=${Buffer.from(base.secret, 'hex').toString()}`],
        HostConfig: { ...weak.hostConfig, Mounts: [...(weak.hostConfig.Mounts ?? []), attackerProgram.mount] },
      });
      try {
        await container.start();
        await container.wait();
        results.set(weak.name, parseResult(await containerOutput(container)));
      } finally {
        await container.remove({ force: true, v: true });
      }
    }
    return results;
  } finally {
    for (const undo of cleanup.reverse()) await undo();
  }
}

/** The IPv4 address of the network's bridge on the host. */
export async function gatewayOf(network: Docker.Network): Promise<string> {
  const { IPAM } = (await network.inspect()) as { IPAM: { Config: { Gateway?: string }[] } };
  const found = IPAM.Config.map(({ Gateway }) => Gateway ?? '').find((address) => address.includes('.'));
  if (found === undefined) throw new Error('the network has no gateway');
  return found.split('/')[0] ?? found;
}

/** A server there that says nothing. Port 0: any; a port that is taken is somebody's, and as good. */
export function listenOn(address: string, port: number): Promise<Server> {
  const server = createServer((socket) => socket.end());
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      port !== 0 && error.code === 'EADDRINUSE' ? resolve(server) : reject(error),
    );
    server.listen(port, address, () => resolve(server));
  });
}

/** Path of the engine's socket on this machine. */
export function engineSocket(): string {
  return /^unix:\/\/(.+)$/.exec(process.env['DOCKER_HOST'] ?? '')?.[1] ?? '/var/run/docker.sock';
}
