import type { SessionCheck } from '../check.ts';
import { ownConfigCommands } from '../own-config-commands.ts';

export const check: SessionCheck = {
  id: '64',
  title: 'the image has the programs that the agent’s own configuration names',
  threat:
    'A hook or server whose program the image lacks fails in the session: quietly, or by letting pass what it should have ' +
    'stopped, because agents go on when a hook cannot be run. What works on the host is then believed to work here.',
  stage: 'session',
  level: 'warn',
  evaluate({ attestation, ownConfig }) {
    const expected = 'every program of a hook, server or helper to be found';
    const facts = ownConfig;
    const names = facts === null ? [] : ownConfigCommands(facts);
    if (facts === null || names.length === 0) return { verdict: 'pass', expected, found: 'no program is named' };
    const results = names.map((name) => ({ name, result: attestation.probes[`command:${name}`] }));
    if (results.every(({ result }) => result === undefined)) {
      return { verdict: 'not-available', expected, found: 'the gate was not asked', hint: 'Nothing needs to be done.' };
    }
    const missing = results.filter(({ result }) => result !== 'yes');
    const named = missing.slice(0, 5).map(({ name, result }) => {
      const at = facts.commands.find(({ program }) => program === name);
      return `"${name}" of "${at?.file ?? ''}" "${at?.key ?? ''}" (${result ?? 'not looked up'})`;
    });
    return {
      verdict: missing.length === 0 ? 'pass' : 'fail',
      expected,
      found:
        missing.length === 0
          ? `${names.length} looked up, all there`
          : `${named.join(', ')}${missing.length > 5 ? ` and ${missing.length - 5} more` : ''}`,
      hint: 'Put it into the image (`image.apt` or `image.run` in your configuration), or mount it with --mount.',
    };
  },
};
