/**
 * One form for all spellings of a path that some file system takes for the same: case, composed or decomposed characters
 * (APFS, HFS+, ext4 and f2fs with casefold, NTFS) and characters that are not to be seen (ext4 ignores them). Wider than any one of
 * these: it serves to refuse what looks alike, never to find an object.
 */
export function alikeForm(path: string): string {
  // Upper case first: it also unites what has no lower case of one letter (ß, ſ) and the final sigma.
  const folded = path
    .normalize('NFKC')
    .replace(/\p{DI}/gu, '')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ');
  return folded.normalize('NFC');
}
