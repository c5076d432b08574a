import { describeChange } from '../../src/own-config/describe-change.ts';
import { rankOf } from '../../src/own-config/rank-changes.ts';
import type { HostCheck } from '../check.ts';

const MOST = 10;
const MOST_PROGRAMS = 40;

export const check: HostCheck = {
  id: '63',
  title: 'nothing new in the agent’s own configuration would run on the host',
  threat:
    'Hooks, servers, helpers, plugins and extensions of this directory are run by the same agent on the host, without a ' +
    'sandbox (CVE-2026-25725, CVE-2025-61260). What a session, or anything else, put there since the last look is named ' +
    'once, so that it is you who lets it run.',
  stage: 'host',
  level: 'warn',
  evaluate({ directory, commands, comparison: { entries, changes, uncompared } }) {
    const expected = 'what was there when the last session ended';
    const hint = `Look at it in ${directory} before you start the agent outside a sandbox; it is named this once.`;
    if (changes === null) return { verdict: 'pass', expected, found: `first look: ${entries} entries`, hint };
    // What runs comes first, and no number of other changes hides it.
    const first = changes.filter((change) => rankOf(change, commands) === 0).slice(0, MOST_PROGRAMS);
    const shown = changes.slice(0, Math.max(MOST, first.length));
    const lines = shown.map(describeChange);
    const problems = [
      ...lines,
      ...(changes.length > shown.length ? [`and ${changes.length - shown.length} more`] : []),
      ...(uncompared === null ? [] : [uncompared]),
    ];
    return {
      verdict: problems.length === 0 ? 'pass' : 'fail',
      expected,
      found: problems.length === 0 ? `${entries} entries, all as before` : problems.join('; '),
      hint,
    };
  },
};
