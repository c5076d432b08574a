import type { LaunchPlan, PlannedMount } from '../../src/plan/launch-plan.ts';
import type { Outcome, SessionCheck, SessionFacts } from '../check.ts';

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
    if (facts.attestation.bootId !== facts.hostBootId) return judgeProofs(facts, plan);
    const problems = plan.mounts.flatMap((mount) => compare(mount, facts));
    return {
      verdict: problems.length === 0 ? 'pass' : 'fail',
      expected,
      found: problems.length === 0 ? `all the same objects${readBack(facts)}` : problems.join('; '),
      hint: 'Something replaced the source while the session was being made. Look who can write its parents, then try again.',
    };
  },
};

/** Proofs beside the numbers: the engine was given paths of its own for the sources. */
function readBack({ proofs }: SessionFacts): string {
  const challenged = [...(proofs?.values() ?? [])].filter(({ kind }) => kind === 'challenge').length;
  return proofs === null ? '' : `, and ${challenged} read back by challenge: the engine is outside this container`;
}

/** Another kernel: its inode numbers prove nothing here, what can be read back through a mount does. */
function judgeProofs({ proofs, attestation }: SessionFacts, plan: LaunchPlan): Outcome {
  const problems = plan.mounts.flatMap(({ id, target, options }) => {
    const proof = proofs?.get(id);
    const type = attestation.stats[target]?.type;
    if (type === undefined || (options.type !== 'plain' && type !== options.type[0]))
      return [`${target} is not a ${options.type}`];
    if (proof === undefined || proof.kind === 'none') return [`${target} could not be proved`];
    return proof.matches ? [] : [`${target} is another object: what was written to its source cannot be read in it`];
  });
  const challenged = [...(proofs?.values() ?? [])].filter(({ kind }) => kind === 'challenge').length;
  return {
    verdict: problems.length === 0 ? 'pass' : 'fail',
    expected: `${plan.mounts.length} sources, proved through the mounts: the engine runs on another kernel`,
    found: problems.length === 0 ? `${challenged} by challenge, the others by content` : problems.join('; '),
    hint: 'The engine does not see this machine’s files. Use one on this machine, or share these directories with it.',
  };
}

function compare(
  { id, target, options }: PlannedMount,
  { attestation, pins, proofs }: SessionFacts,
): readonly string[] {
  const pin = pins.get(id);
  const stat = attestation.stats[target];
  if (pin === undefined) return [`${target}: its source was not pinned`];
  if (stat === undefined || stat === null) return [`${target} is absent`];
  const types = { directory: 'd', file: 'f', plain: 'df' }[options.type];
  if (!types.includes(stat.type)) return [`${target} is of type ${stat.type}, not ${types}`];
  const [pinned, found] = [`${pin.dev}:${pin.ino}`, `${stat.dev}:${stat.ino}`];
  if (pinned !== found) return [`${target} is ${found}, not ${pinned} (${pin.resolved})`];
  const proof = proofs?.get(id);
  return proof === undefined || proof.kind === 'none' || proof.matches
    ? []
    : [`${target} is another object: what was written to its source cannot be read in it`];
}
