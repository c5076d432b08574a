export type GitFile =
  { readonly kind: 'path'; readonly path: string } | { readonly kind: 'bad'; readonly reason: string };

/**
 * The path in a `.git` file, read the way git reads it: exactly `gitdir: ` at the start (a BOM is not skipped), all
 * trailing CR and LF dropped and nothing else (a trailing space belongs to the name), at least one byte left
 * (`read_gitfile_gently` in git's setup.c). Stricter in one point: git stops at a NUL, here one refuses.
 */
export function parseGitFile(bytes: Buffer): GitFile {
  const prefix = 'gitdir: ';
  if (!bytes.subarray(0, prefix.length).equals(Buffer.from(prefix))) return bad('does not start with “gitdir: ”');
  const path = decodeLine(bytes.subarray(prefix.length));
  if (path === null) return bad('is not text');
  return path === '' ? bad('names no directory') : { kind: 'path', path };
}

/** One line of git's small files without its trailing CR and LF; null when it holds a NUL or is not UTF-8. */
export function decodeLine(bytes: Buffer): string | null {
  let end = bytes.length;
  while (end > 0 && (bytes[end - 1] === 0x0a || bytes[end - 1] === 0x0d)) end -= 1;
  const line = bytes.subarray(0, end);
  const text = line.toString('utf8');
  return line.includes(0) || !Buffer.from(text).equals(line) ? null : text;
}

function bad(reason: string): GitFile {
  return { kind: 'bad', reason };
}
