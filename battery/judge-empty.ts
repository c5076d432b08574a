import type { Attestation } from './attestation.ts';
import type { Outcome } from './check.ts';
import { nameSome } from './name-some.ts';

/** Holds when a directory is absent or has nothing in it. */
export function judgeEmpty({ listings }: Attestation, directory: string): Outcome {
  const listing = listings[directory];
  const empty = listing === null || listing?.length === 0;
  return {
    verdict: empty ? 'pass' : 'fail',
    expected: `${directory} absent or empty`,
    found:
      listing === undefined
        ? 'it was not looked at'
        : listing === null
          ? 'absent'
          : listing.length === 0
            ? 'empty'
            : `it holds ${nameSome(listing.map(({ name }) => name))}`,
    hint: `Remove the setting of the engine, or the mount, that puts something into ${directory}.`,
  };
}
