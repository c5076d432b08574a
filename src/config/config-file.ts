import type { Layer, Source } from './layer.ts';

/** What one part of a file says: for every agent, and for single agents. */
export interface Scope {
  readonly layer: Layer;
  readonly agents: Readonly<Record<string, Layer>>;
}

interface Sourced<T> {
  readonly value: T;
  readonly source: Source;
}

/** A configuration file, read and valid. */
export interface ConfigFile {
  readonly path: string;
  readonly scope: Scope;
  /** Absolute, normalised directories with what holds in and below them. */
  readonly projects: readonly { readonly path: string; readonly scope: Scope }[];
  readonly links: Sourced<readonly { readonly path: string; readonly target: string }[]> | null;
  readonly ancestors: Sourced<readonly string[]> | null;
}
