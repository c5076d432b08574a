import { at, notCovered, shown } from './case.ts';
import type { Section } from './case.ts';

const MUTATIONS = 'engine/session-mutations.ts';
const LIVE = 'e2e/live-session';
const PRIVILEGES = 'attacker/probes/privileges.py';
const SYSCALLS = 'attacker/probes/syscalls.py';
const WRITES = 'attacker/probes/writes.py';

export const sectionF: Section = {
  letter: 'F',
  title: 'The container’s configuration',
  cases: {
    119: shown('Capabilities, or privileged mode.', [
      at(MUTATIONS, 'with the engine’s default capabilities', "name: 'privileged'"),
      at('engine/docker-engine', 'the settings arrive: capabilities, privileges, seccomp, limits, read-only root'),
      at(LIVE, 'what the engine was told'),
    ]),
    120: shown('Programs that give privileges when they start.', [
      at(MUTATIONS, 'without no-new-privileges'),
      at(PRIVILEGES, 'priv-no-new-privileges'),
    ]),
    121: shown('No system call filter.', [
      at(MUTATIONS, 'without the system call filter'),
      at(PRIVILEGES, 'priv-seccomp'),
    ]),
    122: shown(
      'The security module of the host does not hold the session, or there is none.',
      [
        at('unit/battery/checks', '26: reports the label where the engine has a security module, and demands one'),
        at('contract/session-greens.ts', 'a label of AppArmor'),
      ],
      'in a real container: needs a machine with AppArmor or SELinux',
    ),
    123: shown('Another user, group or supplementary group.', [
      at(MUTATIONS, 'one group more', 'another primary group'),
      at(PRIVILEGES, 'priv-engine-group', 'priv-setgroups'),
    ]),
    124: shown('The system can be written.', [
      at(MUTATIONS, 'a writable root'),
      at(WRITES, 'write-path-program', 'write-identity'),
    ]),
    125: shown('The home is too large, runs nothing, or lets setuid count.', [
      at(MUTATIONS, 'a home without a size', 'a home that runs nothing'),
      at('contract/session-reds.ts', 'a tmpfs that runs setuid', 'a tmpfs that is a disk'),
      at(LIVE, 'every file system that it can fill has an end'),
    ]),
    126: shown('Temporary file systems without an end.', [
      at(LIVE, 'every file system that it can fill has an end', 'what lies in /tmp counts as memory'),
      at('attacker/probes/limits.py', 'limit-'),
    ]),
    127: shown('Limits that were asked for and are not in force.', [
      at(MUTATIONS, 'more memory than planned', "name: 'swap'", 'any number of processes', 'core dumps'),
      at('contract/session-greens.ts', 'cgroup version 2'),
      at('attacker/probes/limits.py', 'limit-'),
    ]),
    128: shown(
      'Namespaces of the host.',
      [
        at(MUTATIONS, 'the host’s processes', 'the host’s shared memory', 'the host’s name', 'the host’s network'),
        at('attacker/probes/namespaces.py', 'ns-foreign-processes'),
      ],
      'user and control group namespaces are the engine’s to give',
    ),
    130: shown('Sockets of the engine, of key agents, of the desktop.', [
      at(MUTATIONS, 'a socket of the host'),
      at('attacker/probes/sockets.py', 'socket-search', 'socket-ssh-agent'),
      at('e2e/session', '--mount takes a file too, and never a socket or a device'),
    ]),
    131: shown('What is masked or read-only in /proc and /sys.', [
      at(MUTATIONS, 'nothing of /proc masked'),
      at(WRITES, 'write-core-pattern', 'write-sysrq'),
      at('attacker/probes/filesystem.py', 'fs-kcore'),
    ]),
    132: shown('Control groups as a way out.', [
      at(WRITES, 'write-release-agent', 'write-devices-allow', 'write-cgroup-limits'),
    ]),
    133: shown('System calls that have opened containers.', [
      at(
        'engine/gate',
        'finds the doors of the host closed',
        'leaves the agent no io_uring, and no socket to the hypervisor or the kernel’s cryptography, on any engine',
      ),
      at(SYSCALLS, 'keyctl', 'sys-bpf', 'sys-ptrace', 'sys-raw-socket', 'sys-vsock'),
    ]),
    134: shown('Device nodes and setuid programs.', [
      at(SYSCALLS, 'sys-mknod'),
      at(PRIVILEGES, 'priv-setuid-files'),
      at('engine/images', 'nobody becomes anybody else: no setuid, setgid or file capability'),
      at(MUTATIONS, 'one device more'),
    ]),
    135: shown('Containers that come back, and health checks of an image.', [
      at(MUTATIONS, 'restarted by the engine'),
      at('contract/session-reds.ts', 'with a health check'),
      at(LIVE, 'what the engine was told', 'a container that is started again runs no agent'),
    ]),
    136: shown(
      'Published ports, and the network.',
      [at(MUTATIONS, 'a published port', 'a network where none was planned'), at(LIVE, 'what the engine was told')],
      '`internet` is the engine’s default bridge until the network jail; check 20 says not available there',
    ),
    137: shown('Mounts, links and host names by other ways.', [
      at('unit/engine/create-options', 'the whole request, field by field'),
      at(LIVE, 'what the engine was told'),
      at('attacker/probes/mounts.py', 'mount-extra'),
    ]),
    139: shown('Process 1 reaps what is orphaned.', [at(LIVE, 'a thousand orphans leave no zombie')]),
    140: notCovered(
      'An engine that maps user ids (userns-remap).',
      'needs an engine set up so; a workspace or configuration that cannot be written there refuses (checks 17 and 32)',
    ),
    141: shown(
      'An engine that an ordinary user runs (rootless).',
      [at('unit/engine/discovery', 'rootless: Docker, then Podman, below XDG_RUNTIME_DIR')],
      'a session on one: needs a machine with such an engine; what cannot be written there refuses (checks 17 and 32)',
    ),
    142: notCovered(
      'A stronger runtime was asked for and is not there.',
      'there is no setting of a runtime: the engine’s default is used, and what it does is checked inside',
    ),
    143: notCovered(
      'The engine or runtime has known faults.',
      'not built; only the version of the API has a floor (ENGINE_TOO_OLD)',
    ),
    144: shown('An image that only has our name.', [
      at('engine/images', 'a look-alike with our tag and without our label is built over'),
      at('unit/images/root', 'a tag of ours without our label is not taken'),
      at('contract/session-reds.ts', 'another image'),
    ]),
  },
};
