/**
 * One agent is one file of data plus tiny pure functions; `agents/index.ts` lists them.
 * Facts and their sources: docs/agents.md.
 */
export interface Agent {
  readonly name: string;
  readonly displayName: string;
  /** What is installed into the image; null: nothing beyond the base. */
  readonly install: null | {
    readonly npmPackage: string;
    /** Pinned; overridden by `--agent-version` later. */
    readonly version: string;
    /** Smallest Node the package runs on, for the contract test. */
    readonly node: string;
    /** Install scripts of these packages must run (npm ≥ 11 blocks them unless allowed). */
    readonly allowScripts: readonly string[];
  };
  /** Executable looked up on PATH in the image, unless the agent is started without one. */
  readonly command: string;
  /** Null: none. `dir` and `ownSkills` are relative to $HOME. */
  readonly config: null | {
    readonly dir: string;
    readonly ownSkills: string;
    /** Directories below `dir` hidden by a tmpfs: host programs would execute what lies there. */
    readonly masks: readonly string[];
    /** Directory name below /etc holding the vendor's managed configuration; null: it has none. */
    readonly managed: string | null;
    /** What below `dir`, beyond the masks, makes the same program on the host run something; compared between sessions. */
    readonly executables: readonly Executable[];
    /** Where its settings name programs: looked up in the image, and compared when they lie below `dir`. */
    readonly commands: readonly CommandKeys[];
    /** Keys that send its requests, the login with them, to another server or through a proxy. */
    readonly addresses: readonly AddressKeys[];
    /** A file below `dir` that is made once, from what the host's program keeps beside it; null: none. */
    readonly seed: ConfigSeed | null;
  };
  /** Files beside the config directory, relative to $HOME, that hold this agent's credentials; the judge protects them. */
  readonly credentialFiles: readonly string[];
  /** Variables set for it; `home` is the absolute home. */
  env(home: string, context: Omit<AgentArgvContext, 'args'>): Readonly<Record<string, string>>;
  /** Its own credential variables: passed only when named, and one line says so when set on the host and not passed. */
  readonly ownKeys: readonly string[];
  /** Host hosts it talks to, for later network policies. */
  readonly hosts: readonly string[];
  /** The command line. `args` are the user's, untouched, last. */
  argv(context: AgentArgvContext): readonly string[];
  /** Lines said once at launch. */
  notes(context: AgentArgvContext): readonly string[];
  /** What holds a login; when none does, one line says how to sign in. */
  readonly logins: readonly Login[];
  /** How `sandbox login` signs in; null: it has no login. */
  readonly login: null | {
    /** The user's arguments that start its own login, one that needs no callback from the browser into the container. */
    readonly args: readonly string[];
    /** Whether something must be typed or pasted. */
    readonly terminal: boolean;
    /** What the person will have to do, one line. */
    readonly steps: string;
  };
}

/** A file or directory below the config directory through which the host's own program can be made to run something. */
interface Executable {
  /** `*` in its last name stands for anything. */
  readonly path: string;
  /** Keys of that settings file which do so, dotted, `*` for any name; null: all of it, code or a directory of code. */
  readonly keys: readonly string[] | null;
  /** `commands`: only texts that begin with `!`, which are executed; the others under these keys are data. */
  readonly only?: 'commands';
  /** Top-level keys that only say how it looks, or which model answers. With `*` everything else counts, known or not. */
  readonly harmless?: readonly string[];
  /** What the agent makes itself at its first start: not named when it is exactly that (digest of paths and contents). */
  readonly made?: { readonly path: string; readonly digest: string };
  /** Below `path`: what the agent writes there at every start, and nothing runs. */
  readonly except?: readonly string[];
}

interface CommandKeys {
  readonly path: string;
  /** Dotted, `*` for any name and any place in a list. */
  readonly keys: readonly string[];
  /** `program`: a name or path. `argv`: a list that begins with one. `shell`: a command line. `bang`: a command line after `!`. */
  readonly form: 'program' | 'argv' | 'shell' | 'bang';
}

interface AddressKeys {
  readonly path: string;
  readonly keys: readonly string[];
}

/** A JSON file below the config directory that shows a login when it holds one of `keys`; null: any key at all. */
export interface Login {
  readonly file: string;
  readonly keys: readonly string[] | null;
}

export interface ConfigSeed {
  /** Name of the file in the config directory. */
  readonly file: string;
  /** Where its content comes from, relative to $HOME; read once and never again. */
  readonly from: string;
  /** What of the host's JSON object is taken over. `places`: the workspace, and the directory the session starts in. */
  select(source: Readonly<Record<string, unknown>>, places: readonly string[]): Readonly<Record<string, unknown>>;
  /** What the file says in an unattended session in a terminal, where nobody answers a first start's questions. */
  readonly unattended: Readonly<Record<string, unknown>>;
}

interface AgentArgvContext {
  readonly unattended: boolean;
  readonly tty: boolean;
  readonly args: readonly string[];
}
