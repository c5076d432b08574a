/** The first few of a list for a person: `"a", "b" and 3 more`. Untrusted text stays raw; the escaper prints it. */
export function nameSome(names: readonly string[], most = 5): string {
  const shown = names.slice(0, most).map((name) => `"${name}"`);
  const more = names.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
}
