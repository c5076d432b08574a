/** The word that was probably meant: the same but for case, dashes and underscores, or at most a third of it mistyped. */
export function nearestWord(typed: string, words: readonly string[]): string | null {
  const plain = (word: string) => word.toLowerCase().replace(/[-_]/g, '');
  let best: { readonly word: string; readonly distance: number } | null = null;
  for (const word of words) {
    const distance = plain(word) === plain(typed) ? 0 : editDistance(plain(typed), plain(word));
    if (distance <= Math.max(1, Math.floor(word.length / 3)) && (best === null || distance < best.distance))
      best = { word, distance };
  }
  return best?.word ?? null;
}

/** Single characters inserted, left out, replaced, or swapped with their neighbour (optimal string alignment). */
function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number): number => rows[row]?.[column] ?? Infinity;
  for (let row = 1; row <= a.length; row += 1) {
    rows[row] = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      const swapped =
        a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1] ? at(row - 2, column - 2) + 1 : Infinity;
      const replaced = at(row - 1, column - 1) + (same ? 0 : 1);
      (rows[row] ??= [])[column] = Math.min(at(row - 1, column) + 1, at(row, column - 1) + 1, replaced, swapped);
    }
  }
  return at(a.length, b.length);
}
