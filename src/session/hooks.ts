/** Named points of a launch. Tests await something there (swap a source, kill the launcher); the product passes none. */
export type SessionPoint =
  | 'after-pin'
  | 'before-create'
  | 'after-create'
  | 'before-start'
  | 'after-start'
  | 'after-attestation'
  | 'before-go'
  | 'after-ready'
  | 'after-exit';

export type SessionHooks = Readonly<Partial<Record<SessionPoint, () => void | Promise<void>>>>;
