/** What the user's own configuration allows although a rule would refuse it. Never read from a workspace. */
export interface Approvals {
  /** Links in the path of a bind source that may be followed, only while they still hold this text. Absolute path. */
  readonly links: readonly { readonly path: string; readonly target: string }[];
  /** Directories above a bind source that others may write. Absolute. */
  readonly ancestors: readonly string[];
}
