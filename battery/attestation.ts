/** What the gate reports from inside, before the agent: read once, size-limited, parsed strictly, never printed raw. */
export interface Attestation {
  readonly version: 1;
  readonly session: string;
  readonly bootId: string;
  /** Seconds since the epoch inside, with fraction. */
  readonly clock: number;
  readonly cwd: string;
  /** /proc/self/status, key → value. */
  readonly status: Readonly<Record<string, string>>;
  /** Result of stat for each planned target (and a few fixed paths); null: absent. */
  readonly stats: Readonly<Record<string, AttestedStat | null>>;
  readonly mountinfo: readonly MountInfo[];
  readonly envNames: readonly string[];
  /** Open descriptors of the gate: number → link text. */
  readonly fds: Readonly<Record<string, string>>;
  /** Names directly in $HOME, in $HOME/.agents, each with its type letter (`d`, `f`, `l`, `p`, `s`, `b`, `c`). */
  readonly listings: Readonly<Record<string, readonly AttestedEntry[] | null>>;
  readonly cgroup: Readonly<Record<string, string>>;
  readonly namespaces: Readonly<Record<string, string>>;
  readonly lsm: string | null;
  /** The agent's executable as found on PATH; null: not found. */
  readonly command: null | {
    readonly path: string;
    readonly resolved: string;
    readonly writable: boolean;
    readonly parentsWritable: boolean;
  };
  /** Directories of PATH that are writable and come before the agent's. */
  readonly writablePathDirs: readonly string[];
  /** Named results of probes: `access:workspace:w` → `yes`|`no`|errno name. */
  readonly probes: Readonly<Record<string, string>>;
}

/** Numbers as decimal text: device and inode numbers do not fit a double. */
export interface AttestedStat {
  readonly dev: string;
  readonly ino: string;
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  /** `lstat`'s type letter: `l` when the path itself is a link. */
  readonly type: string;
}

export interface AttestedEntry {
  /** Raw bytes of the name, latin1 text (one char per byte). */
  readonly name: string;
  readonly type: string;
}

/** One line of /proc/self/mountinfo, octal escapes decoded. Fields as in proc_pid_mountinfo(5). */
export interface MountInfo {
  readonly id: number;
  readonly parent: number;
  readonly device: string;
  readonly root: string;
  readonly point: string;
  readonly options: readonly string[];
  readonly optional: readonly string[];
  readonly type: string;
  readonly source: string;
  readonly superOptions: readonly string[];
}
