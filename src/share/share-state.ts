/** What lies at a path, looked at without following a link. */
export type Found =
  | { readonly kind: 'absent' }
  | {
      readonly kind: 'directory';
      readonly uid: number;
      readonly empty: boolean;
      /** A file system is mounted on it, or on something in it. */
      readonly mountPoint: boolean;
      /** The kernel would let this process write into it: neither its mode nor a read-only file system forbids it. */
      readonly writable: boolean;
    }
  /** `leads`: what the whole chain of links ends at; null: nothing is there. */
  | { readonly kind: 'link'; readonly text: string; readonly leads: string | null }
  /** A file, a socket, a device. */
  | { readonly kind: 'other' }
  | { readonly kind: 'unknown'; readonly reason: string };

/** Everything that decides how `~/.agents/skills` and the share come together; see read-share-state.ts. */
export interface ShareState {
  readonly uid: number;
  readonly paths: SharePaths;
  readonly home: Found;
  /** `~/.agents` */
  readonly agents: Found;
  /** `~/.agents/skills` */
  readonly skills: Found;
  readonly share: Found;
  /** It is the usual path, and nothing is mounted there: what is put below it is hidden by the next mount. */
  readonly mountMissing: boolean;
  /** `.agents` in the share. */
  readonly sharedAgents: Found;
  /** `.agents/skills` in the share. */
  readonly shared: Found;
  /** The real path of the shared directory; null: it is not there. */
  readonly sharedReal: string | null;
}

/** All absolute. */
export interface SharePaths {
  readonly agents: string;
  readonly skills: string;
  readonly share: string;
  readonly sharedAgents: string;
  readonly shared: string;
}
