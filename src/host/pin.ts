import type { Place } from '../judge/place.ts';

/** Identity of a file system object. Numbers are exact (`bigint` stat). */
export interface ObjectId {
  readonly dev: bigint;
  readonly ino: bigint;
}

/** One component of a pinned path, from `/` down. */
export interface ChainLink extends ObjectId {
  /** Absolute path of this component after the links before it were resolved. */
  readonly path: string;
  readonly uid: number;
  readonly gid: number;
  /** Full st_mode, type bits included. */
  readonly mode: number;
  /** Set where this component was a link that the rules allowed: its text. */
  readonly link: string | null;
}

/**
 * A bind source walked component by component without following links. The last descriptor (O_PATH) stays open for the
 * whole session, so the inode cannot be reused and later writes can start from it.
 */
export interface Pin extends ObjectId {
  /** Path as planned. */
  readonly source: string;
  /** Path after allowed links: what the engine is given. */
  readonly resolved: string;
  readonly fd: number;
  readonly uid: number;
  readonly gid: number;
  readonly mode: number;
  /** `/` first, the object itself last. Contains the links and, after each, the chain of its target. */
  readonly chain: readonly ChainLink[];
}

/** A pin with its place in its file system, whatever the path by which it was reached. */
export interface PlacedPin extends Pin {
  /** The object's own place first; then those of the mount points and links on the way. null: cannot be told. */
  readonly places: readonly Place[] | null;
  /** Mount points below the object. A bind shows none of them: what the session sees there is what they cover. */
  readonly submounts: readonly string[];
}
