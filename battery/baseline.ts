/** A mount point that the engine makes by itself. A mount that matches no rule, or not all of its rule, is foreign. */
export interface BaselineRule {
  /** Matches the whole mount point. */
  readonly point: RegExp;
  /** File system types; null: whatever the host has there. */
  readonly types: readonly string[] | null;
  /** Mount options that must be set. */
  readonly flags: readonly string[];
  /** Matches the whole root within its file system: what of it is mounted. Absent: any. */
  readonly root?: RegExp;
  /** Only in a session with a terminal. */
  readonly tty?: true;
  /** May receive mounts from the host (`master:`): the engine's root mount does where the host's `/` is shared. */
  readonly slave?: true;
}

const closed = ['nosuid', 'nodev', 'noexec'];
const controllers =
  'cpu|cpuacct|cpu,cpuacct|cpuset|memory|devices|freezer|blkio|pids|systemd|net_cls|net_prio|net_cls,net_prio|perf_event|hugetlb|rdma|misc|elogind';

/**
 * The engine's own mount points. Seen on Docker 20.10 with runc 1.1.5 (cgroup v1 and hybrid) and read in the sources of
 * moby (oci/defaults.go: mounts, masked and read-only paths) and runc (libcontainer/rootfs_linux.go: how a path is masked)
 * for newer ones, which mask more, and for cgroup v2. Not every point is there on every engine; nothing else may be.
 */
export const baseline: readonly BaselineRule[] = [
  { point: /^\/$/, types: null, flags: [], root: /^\/.*$/, slave: true },
  { point: /^\/proc$/, types: ['proc'], flags: closed, root: /^\/$/ },
  { point: /^\/dev$/, types: ['tmpfs'], flags: ['nosuid'], root: /^\/$/ },
  { point: /^\/dev\/pts$/, types: ['devpts'], flags: ['nosuid', 'noexec'], root: /^\/$/ },
  { point: /^\/dev\/mqueue$/, types: ['mqueue'], flags: closed, root: /^\/$/ },
  { point: /^\/dev\/shm$/, types: ['tmpfs'], flags: closed, root: /^\/$/ },
  { point: /^\/dev\/console$/, types: ['devpts'], flags: ['nosuid', 'noexec'], root: /^\/\d+$/, tty: true },
  // Rootless engines and user namespaces cannot make device nodes: the host's own are bound one by one.
  {
    point: /^\/dev\/(null|zero|full|random|urandom|tty)$/,
    types: ['devtmpfs', 'tmpfs'],
    flags: ['nosuid'],
    root: /^\/(null|zero|full|random|urandom|tty)$/,
  },
  { point: /^\/sys$/, types: ['sysfs'], flags: ['ro', ...closed], root: /^\/$/ },
  { point: /^\/sys\/fs\/cgroup$/, types: ['tmpfs'], flags: closed, root: /^\/$/ },
  { point: /^\/sys\/fs\/cgroup$/, types: ['cgroup2'], flags: ['ro', ...closed] },
  {
    point: new RegExp(`^/sys/fs/cgroup/(${controllers})$`),
    types: ['cgroup'],
    flags: ['ro', ...closed],
  },
  { point: /^\/sys\/fs\/cgroup\/unified$/, types: ['cgroup2'], flags: ['ro', ...closed] },
  // Read-only paths: a part of /proc over itself.
  {
    point: /^\/proc\/(bus|fs|irq|sys|sysrq-trigger)$/,
    types: ['proc'],
    flags: ['ro', ...closed],
    root: /^\/(bus|fs|irq|sys|sysrq-trigger)$/,
  },
  // Masked directories: an empty read-only tmpfs.
  {
    point:
      /^\/(proc\/(acpi|asound|scsi)|sys\/firmware|sys\/devices\/virtual\/powercap|sys\/devices\/system\/cpu\/cpu\d+\/thermal_throttle)$/,
    types: ['tmpfs'],
    flags: ['ro'],
  },
  // Masked files: the container's own /dev/null.
  {
    point: /^\/proc\/(kcore|keys|latency_stats|timer_list|timer_stats|sched_debug|interrupts|kallsyms)$/,
    types: ['tmpfs', 'devtmpfs'],
    flags: ['nosuid'],
    root: /^\/null$/,
  },
  { point: /^\/etc\/hosts$/, types: null, flags: ['ro'], root: /^\/.*\/hosts$/ },
  { point: /^\/etc\/hostname$/, types: null, flags: ['ro'], root: /^\/.*\/hostname$/ },
  { point: /^\/etc\/resolv\.conf$/, types: null, flags: ['ro'], root: /^\/.*\/resolv\.conf$/ },
  // `/sbin` of the image may be a link into `/usr`; the kernel reports the resolved path.
  { point: /^(\/usr)?\/sbin\/docker-init$/, types: null, flags: ['ro'] },
];
