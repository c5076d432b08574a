/** Why a session ended. The first cause to arrive wins; later ones do not overwrite it. */
export type EndReason =
  | { readonly reason: 'agent'; readonly code: number }
  | { readonly reason: 'signal'; readonly signal: NodeJS.Signals }
  | { readonly reason: 'engine'; readonly error: unknown }
  | { readonly reason: 'refused'; readonly error: unknown };

export class FirstCause {
  #reason: EndReason | null = null;

  get(): EndReason | null {
    return this.#reason;
  }

  /** Returns whether this cause was the first. */
  set(reason: EndReason): boolean {
    if (this.#reason !== null) return false;
    this.#reason = reason;
    return true;
  }
}
