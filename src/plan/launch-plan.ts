/**
 * The plan: exactly what a session will be, as a JSON value. It holds *references* to secrets, never their values.
 * `sandbox plan --json` prints it, `launch` executes precisely it, and its digest is the container's label.
 */
export const PLAN_VERSION = 1;

/** Kinds of bind mounts; each is one file in `src/mounts/`. */
type MountKind =
  | 'session'
  | 'own-config'
  | 'shared-skills'
  | 'shipped-skill'
  | 'workspace'
  | 'git-worktree'
  | 'managed'
  | 'identity'
  | 'extra'
  | 'model'
  | 'cache';

/** Who the source belongs to, hence which rules of the judge apply to it. */
type SourceTrust =
  /** a file or directory of ours (program or session directory), always read-only */
  | 'ours'
  /** own config, shared skills: must be a directory of the caller */
  | 'caller'
  /** workspace, extra mounts: named by the user */
  | 'named'
  /** root's: `/etc/codex` */
  | 'system';

export interface PlannedMount {
  /** Stable name, unique in the plan: `workspace`, `own-config`, `extra-1` … */
  readonly id: string;
  readonly kind: MountKind;
  /** Absolute host path as the user knows it; links in it are resolved (and judged) when it is pinned. */
  readonly source: string;
  /** Absolute path inside. */
  readonly target: string;
  readonly mode: 'ro' | 'rw';
  readonly options: {
    /** `plain`: a directory or a regular file, whichever the user named. */
    readonly type: 'directory' | 'file' | 'plain';
    readonly trust: SourceTrust;
    /** `create`: made by us as the user, 0700, when missing. `require`: missing refuses. */
    readonly missing: 'create' | 'require';
    /** For a shipped skill: id of the mount it lies in. Its place on the host is made by us, 0700, when absent. */
    readonly below?: string;
  };
}

/** A tmpfs of the container. Masks are tmpfs below a bind mount and name the bind they lie in. */
export interface PlannedTmpfs {
  readonly id: string;
  readonly kind: 'home' | 'agents' | 'parent' | 'mask' | 'scratch';
  readonly target: string;
  readonly mode: 'ro' | 'rw';
  readonly exec: boolean;
  /** Permission bits, octal as text: `0700`. */
  readonly permissions: string;
  readonly uid: number;
  readonly gid: number;
  /** Bytes. */
  readonly size: number;
  readonly inodes: number;
  /** For masks: id of the mount it lies in. Its host directory is created by us, 0700, when absent. */
  readonly below: string | null;
}

export interface PlannedVariable {
  readonly name: string;
  /** A literal set by us or given on the command line as NAME=VALUE is `value`; a host variable is only named. */
  readonly value?: string;
  readonly from?: 'host' | 'option';
}

export interface PlannedLimits {
  /** Bytes, or a share of the engine's memory resolved when the container is created. */
  readonly memory: number | { readonly share: number };
  /** Whole and fractional processors; null: no limit. */
  readonly cpus: number | null;
  readonly pids: number;
  readonly nofile: number;
  /** Bytes. */
  readonly homeSize: number;
  readonly tmpSize: number;
  readonly shmSize: number;
}

export interface LaunchPlan {
  readonly version: typeof PLAN_VERSION;
  readonly agent: string;
  readonly agentVersion: string | null;
  readonly workspace: {
    readonly source: string;
    readonly target: string;
    /** Directory the agent starts in; equal to or below target. */
    readonly cwd: string;
    readonly mode: 'ro' | 'rw';
  };
  readonly image: { readonly ref: string; readonly id: string | null };
  readonly user: {
    readonly uid: number;
    readonly gid: number;
    readonly groups: readonly number[];
    readonly name: string;
    readonly home: string;
  };
  readonly mounts: readonly PlannedMount[];
  readonly tmpfs: readonly PlannedTmpfs[];
  readonly env: readonly PlannedVariable[];
  readonly limits: PlannedLimits;
  readonly network: 'internet' | 'none';
  /** TCP ports of the session that are bound to the same number of this machine's 127.0.0.1; ascending. */
  readonly publish: readonly number[];
  readonly tty: boolean;
  readonly argv: readonly string[];
  /** Ids of the checks that will judge this session. */
  readonly checks: readonly string[];
  /** Lines for the person at launch that follow from the plan (inner sandbox off, never asks …). Not in the digest. */
  readonly notes: readonly string[];
}
