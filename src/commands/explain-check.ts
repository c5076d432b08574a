import { checks } from '../../battery/checks/index.ts';
import { AppError } from '../errors.ts';
import { writeJsonResult } from '../ui/json-result.ts';
import type { Deps } from './command.ts';

/** `check --explain NN`: what a check looks at and why, without looking at anything. Throws BAD_VALUE. */
export function explainCheck(id: string, json: boolean, { stdout }: Deps): number {
  const check = checks.find((each) => each.id === id.padStart(2, '0'));
  if (check === undefined) {
    const known = checks.map((each) => each.id).join(' ');
    throw new AppError('BAD_VALUE', `there is no check ${id}`, `There are: ${known}`);
  }
  const { id: number, title, stage, level, threat } = check;
  if (json) writeJsonResult(stdout, 'check', { check: { id: number, title, stage, level, threat } });
  else stdout.write(`${number}  ${title}\n\n${threat}\n\n${stages[stage]} ${levels[level]}\n`);
  return 0;
}

const stages = {
  session: 'Made in every session, on what its gate reports before the agent starts.',
  host: 'Made on the host, before a session and when it ends; `sandbox battery` makes it alone.',
} as const;
const levels = {
  fail: 'Where it does not hold, nothing is started (exit code 77).',
  warn: 'Where it does not hold, the session starts with a warning.',
} as const;
