/**
 * A bash command that writes a file, parent directories included. All three agents have a write tool of their own, each
 * with other rules (codex: a patch; claude: absolute paths, read first); the shell behaves the same in each.
 */
export function writeCommand(path: string, content: string): string {
  const target = quote(path);
  return `target=${target}; mkdir -p -- "$(dirname -- "$target")" && printf %s ${quote(content)} >"$target"`;
}

/** Single quotes: nothing inside them is special to a shell but the quote itself. */
const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
