import type { Attestation } from './attestation.ts';
import type { Outcome } from './check.ts';

/** Holds when none of the names is directly in a directory, whatever it would be. */
export function judgeAbsentNames({ listings }: Attestation, directory: string, names: readonly string[]): Outcome {
  const listing = listings[directory];
  const found = (listing ?? []).filter(({ name }) =>
    names.some((each) => name === each || name.startsWith(`${each}-`)),
  );
  const known = listing !== undefined && listing !== null;
  return {
    verdict: known && found.length === 0 ? 'pass' : 'fail',
    expected: `no ${names.join(', ')} in ${directory}`,
    found: !known ? `${directory} could not be listed` : found.map(({ name }) => name).join(', ') || 'none',
    hint: 'Leave that mount out; rebuild the image with `sandbox image build` if it comes from there.',
  };
}
