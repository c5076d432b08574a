import { expect } from 'vitest';
import type { Finding } from '../../battery/check.ts';
import type { RunResult } from './person.ts';

/** What `battery --json` and `check --json` print. */
interface Result {
  readonly schema: string;
  readonly command: string;
  readonly outcome: string;
  readonly findings: readonly (Finding & { readonly agent?: string; readonly foundBase64?: string })[];
  readonly counts: Readonly<Record<string, number>>;
  readonly error: { readonly code: string; readonly message: string; readonly hint: string } | null;
}

/** The one object of a command’s output. */
export const readFindings = ({ stdout }: RunResult): Result => {
  expect(stdout.trimEnd().split('\n')).toHaveLength(1);
  return JSON.parse(stdout) as Result;
};
