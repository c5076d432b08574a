import type { GitLayout } from './git-layout.ts';

export interface ShippedSkills {
  /** Directories of `<program>/skills` that hold a SKILL.md, sorted. */
  readonly names: readonly string[];
  /** The agent's own skills directory itself; `absent` too when the agent has none. */
  readonly place: 'absent' | 'directory' | 'link' | 'other';
  /** The text of that link. */
  readonly link: string | null;
  /** What is in it already under one of `names`; an empty directory is as good as nothing. */
  readonly taken: Readonly<Record<string, 'skill' | 'link' | 'other'>>;
}

/** What the planner may know of this machine: gathered once, read-only, a plain value. */
export interface HostFacts {
  readonly user: {
    readonly uid: number;
    readonly gid: number;
    /** Supplementary groups, without the primary one. */
    readonly groups: readonly number[];
    readonly name: string;
    /** `os.homedir()`: absolute, existing, not `/`. */
    readonly home: string;
    /** Home in the password database when it differs. */
    readonly otherHome: string | null;
  };
  /** The working directory, physical (`getcwd`). */
  readonly cwd: string;
  readonly stdinTty: boolean;
  readonly stdoutTty: boolean;
  /** Values of the variables that are passed by default (TERM, COLORTERM, TZ, NO_COLOR) and of nothing else. */
  readonly passed: Readonly<Record<string, string>>;
  /** Files of certificate authorities that the environment names: variable → path of a regular file. */
  readonly certificates: Readonly<Record<string, string>>;
  /** Names of all variables of the environment. */
  readonly envNames: ReadonlySet<string>;
  readonly dirs: {
    /** `$XDG_STATE_HOME/sandbox` */
    readonly state: string;
    /** `$XDG_CONFIG_HOME/sandbox` */
    readonly config: string;
    /** `$XDG_CACHE_HOME/sandbox` */
    readonly cache: string;
    /** Where this program is installed: holds dist/, battery/, images/, skills/. */
    readonly program: string;
    /** `SANDBOX_SHARE`, else `/user-terminal-config`. */
    readonly share: string;
  };
  /** Hard limit of descriptors of this process; null: unknown. */
  readonly fileLimit: number | null;
  /** Which of the vendors' managed directories exist: absolute, `/etc/codex`. */
  readonly managed: readonly string[];
  /** Layout of the work tree at the workspace; null: none. */
  readonly git: GitLayout | null;
  /** The skills this program brings, and what lies where the launched agent would get them. */
  readonly shippedSkills: ShippedSkills;
  /** What the workspace's directory is, as far as choosing supplementary groups needs it. */
  readonly workspace: {
    readonly path: string;
    /** Directory to start in: `path` or below it. */
    readonly start: string;
    readonly uid: number;
    readonly gid: number;
    readonly mode: number;
  };
}
