import { describePlan } from '../plan/describe.ts';
import { escapeText } from '../ui/escape.ts';
import { writeJsonResult } from '../ui/json-result.ts';
import type { Deps, Invocation } from './command.ts';
import { prepare } from './prepare.ts';

/** Prints what launch would do. Calls no engine and writes nothing. */
export async function plan(invocation: Invocation, deps: Deps): Promise<number> {
  const prepared = await prepare(invocation, deps);
  if (invocation.flags['json'] === true) {
    const { notes: _notes, ...shown } = prepared.plan;
    writeJsonResult(deps.stdout, 'plan', { plan: shown, digest: prepared.digest });
    return 0;
  }
  for (const line of describePlan(prepared.plan, prepared.digest)) {
    deps.stdout.write(`${escapeText(line, { max: 5000 })}\n`);
  }
  return 0;
}
