/** A skill of the caller's, and what becomes of it. */
export interface MergeVerdict {
  readonly name: string;
  /**
   * `new`: the share has none of that name · `equal`: it has the same · `different`: it has another, which stays ·
   * `case`: a name there differs in case or Unicode form alone, which some file systems cannot tell apart.
   */
  readonly verdict: 'new' | 'equal' | 'different' | 'case';
}

/**
 * Which of the caller's skills go into the share. Names (raw-text) of both sides; `isEqual` compares two of one name.
 * Decided again after a cut-off merge, the answer is the same: what was copied is then `equal`.
 */
export function decideMerge(
  own: readonly string[],
  shared: readonly string[],
  isEqual: (name: string) => boolean,
): readonly MergeVerdict[] {
  const exact = new Set(shared);
  const taken = new Set(shared.map(fold));
  return [...own].sort().map((name): MergeVerdict => {
    if (exact.has(name)) return { name, verdict: isEqual(name) ? 'equal' : 'different' };
    if (taken.has(fold(name))) return { name, verdict: 'case' };
    taken.add(fold(name));
    return { name, verdict: 'new' };
  });
}

function fold(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
