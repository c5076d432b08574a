/** A place in a test file: a test's title, or the part of it (or of the table it runs over) that the file holds literally. */
export interface Proof {
  /** Relative to the repository. */
  readonly file: string;
  readonly title: string;
}

/** One numbered case of the attack catalogue. */
export type Case =
  | { readonly says: string; readonly tests: readonly Proof[]; readonly open?: string }
  | { readonly says: string; readonly notCovered: string }
  /** A limit, and a phrase of the page that tells people of it. */
  | { readonly says: string; readonly limit: { readonly file: string; readonly phrase: string } }
  | { readonly says: string; readonly notApplicable: string };

export interface Section {
  readonly letter: string;
  readonly title: string;
  readonly cases: Readonly<Record<number, Case>>;
}

/** Titles in one file; `file` is relative to test/, and ends in .test.ts when it has no ending. */
export function at(file: string, ...titles: readonly string[]): readonly Proof[] {
  const path = `test/${/\.(ts|py)$/.test(file) ? file : `${file}.test.ts`}`;
  return titles.map((title) => ({ file: path, title }));
}

/** A case and the tests that show it; `open` says what of it they do not show. */
export function shown(says: string, proofs: readonly (readonly Proof[])[], open?: string): Case {
  return { says, tests: proofs.flat(), ...(open === undefined ? {} : { open }) };
}

export function notCovered(says: string, reason: string): Case {
  return { says, notCovered: reason };
}

export function documented(says: string, file: string, phrase: string): Case {
  return { says, limit: { file, phrase } };
}

export function doesNotApply(says: string, why: string): Case {
  return { says, notApplicable: why };
}
