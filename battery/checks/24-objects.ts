import type { PlannedMount } from '../../src/plan/launch-plan.ts';
import type { SessionCheck, SessionFacts } from '../check.ts';

export const check: SessionCheck = {
  id: '24',
  title: 'each bind mount is the pinned object',
  threat:
    'The engine resolves a source again when the container starts: whoever can rename one of its parents, or put a link in ' +
    'its place, chooses what is mounted, and `inspect` still prints the old path. Only the mounted object itself, seen ' +
    'from inside after the start, tells. An identity that cannot be compared is not proved and refuses.',
  stage: 'session',
  level: 'fail',
  evaluate(facts, plan) {
    const expected = `device and inode of ${plan.mounts.length} sources as pinned before the start`;
    if (facts.attestation.bootId !== facts.hostBootId) {
      return {
        verdict: 'fail',
        expected,
        found: 'the engine runs on another kernel; its inode numbers prove nothing here',
        hint: 'Use an engine on this machine, without a virtual machine in between.',
      };
    }
    const problems = plan.mounts.flatMap((mount) => compare(mount, facts));
    return {
      verdict: problems.length === 0 ? 'pass' : 'fail',
      expected,
      found: problems.length === 0 ? 'all the same objects' : problems.join('; '),
      hint: 'Something replaced the source while the session was being made. Look who can write its parents, then try again.',
    };
  },
};

function compare({ id, target, options }: PlannedMount, { attestation, pins }: SessionFacts): readonly string[] {
  const pin = pins.get(id);
  const stat = attestation.stats[target];
  if (pin === undefined) return [`${target}: its source was not pinned`];
  if (stat === undefined || stat === null) return [`${target} is absent`];
  const types = { directory: 'd', file: 'f', plain: 'df' }[options.type];
  if (!types.includes(stat.type)) return [`${target} is of type ${stat.type}, not ${types}`];
  const [pinned, found] = [`${pin.dev}:${pin.ino}`, `${stat.dev}:${stat.ino}`];
  return pinned === found ? [] : [`${target} is ${found}, not ${pinned} (${pin.resolved})`];
}
