/** A file that may hold a login, as it was found. */
export interface LoginFile {
  readonly path: string;
  /** A link counts as `other`: nothing outside the config directory is in a session. */
  readonly kind: 'absent' | 'file' | 'other';
  readonly uid: number;
  /** Permission bits. */
  readonly mode: number;
  /** Whether what is in it is a login. */
  readonly holdsLogin: boolean;
}

/** Whether someone is signed in, by what lies there alone, and what is wrong with the files that say so. */
export function judgeLogin(
  files: readonly LoginFile[],
  caller: { readonly uid: number },
): { readonly signedIn: boolean; readonly warnings: readonly string[] } {
  const warnings = files.flatMap(({ path, kind, uid, mode, holdsLogin }) => {
    if (kind === 'other') return [`${path} is no regular file: it is not taken for a login`];
    if (kind === 'absent' || !holdsLogin) return [];
    return [
      ...(uid === caller.uid ? [] : [`${path} belongs to user ${uid}, not to you`]),
      ...((mode & 0o077) === 0
        ? []
        : [`others may get at ${path} (mode ${mode.toString(8).padStart(4, '0')}): chmod 600 it`]),
    ];
  });
  return { signedIn: files.some(({ kind, holdsLogin }) => kind === 'file' && holdsLogin), warnings };
}
