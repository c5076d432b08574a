import type { ChainLink } from '../src/host/pin.ts';
import type { ConfigChange } from '../src/own-config/config-record.ts';

/**
 * What one agent's own configuration directory looks like on the host: gathered by src/own-config, judged by checks 60–67.
 * Paths below the directory are relative to it; they and every text are of raw-text.ts (untrusted bytes, kept whole).
 */
export interface ConfigFacts {
  /** Name of the agent. */
  readonly agent: string;
  /** Absolute path of the directory as the user knows it. */
  readonly directory: string;
  /** The caller. */
  readonly uid: number;
  /** Hosts the agent itself talks to. */
  readonly hosts: readonly string[];
  /** null: every entry was seen, but for what masks hide; else what was not, and why. */
  readonly incomplete: string | null;
  readonly links: readonly ConfigLink[];
  readonly objects: readonly ConfigObject[];
  /** Settings files that should be read and are there. */
  readonly settings: readonly SettingsState[];
  readonly commands: readonly ConfigCommand[];
  readonly addresses: readonly ConfigAddress[];
  readonly comparison: {
    /** Entries there are now. */
    readonly entries: number;
    /** null: there is no earlier record. */
    readonly changes: readonly ConfigChange[] | null;
    /** null: all was compared; else what was not. */
    readonly uncompared: string | null;
  };
  /** Live sessions of others on this directory. */
  readonly sessions: readonly { readonly session: string; readonly workspace: string }[];
  /** What no link may lead to. Paths that do not exist have an empty chain. */
  readonly guarded: readonly GuardedPlace[];
}

export interface GuardedPlace {
  readonly path: string;
  readonly reason: string;
  readonly chain: readonly ChainLink[];
}

export interface ConfigLink {
  readonly path: string;
  readonly text: string;
  /** Every absolute path it leads through, one a link, the last one final; by text, `..` resolved. */
  readonly hops: readonly string[];
  /** The objects on the host on the way, from `/`; as far as it leads. */
  readonly chain: readonly ChainLink[];
  /** On the host: whether its target is there; `loop`: it leads in a circle. */
  readonly onHost: 'there' | 'missing' | 'loop' | 'unknown';
  /**
   * In a session: `outside` of everything mounted, `masked`, not `there`, or a place of the image's own (`image`), of which the host knows nothing.
   */
  readonly inSession: 'there' | 'missing' | 'loop' | 'outside' | 'masked' | 'image';
}

/** An object with an owner or mode worth judging; the ordinary ones are not listed. */
export interface ConfigObject {
  /** `` is the directory itself. */
  readonly path: string;
  readonly role: 'root' | 'credential' | 'other';
  readonly uid: number;
  /** Full st_mode. */
  readonly mode: number;
}

export interface SettingsState {
  readonly path: string;
  readonly state: 'read' | 'not-a-file' | 'too-large' | 'unreadable' | 'unparsable';
  /** Why, without anything of what is in it. */
  readonly reason: string;
}

export interface ConfigCommand {
  readonly file: string;
  readonly key: string;
  /** Name or path of the program, as the settings say it. */
  readonly program: string;
}

export interface ConfigAddress {
  readonly file: string;
  readonly key: string;
  /** Without user, password, query and fragment. */
  readonly address: string;
  /** null: it is no URL with a host. */
  readonly host: string | null;
}
