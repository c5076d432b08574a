import type { LaunchPlan } from '../../src/plan/launch-plan.ts';
import type { SessionCheck } from '../check.ts';

export const check: SessionCheck = {
  id: '21',
  title: 'the agent’s program and the gate cannot be changed from inside',
  threat:
    'A program the agent can overwrite is whatever the agent last made of it: the next command, hook or restart within the ' +
    'session runs it as if it were the vendor’s. The same for the gate, which speaks for the session before it starts.',
  stage: 'session',
  level: 'fail',
  evaluate({ attestation }, plan) {
    const { command, probes } = attestation;
    const problems: string[] = [];
    if (command === null) problems.push(`"${plan.argv[0] ?? ''}" is not an executable file in the session`);
    else if (!namedByUser(plan, command.resolved)) {
      if (command.writable) problems.push(`${command.resolved} is writable`);
      if (command.parentsWritable)
        problems.push(`a directory above ${command.path} or ${command.resolved} is writable`);
    }
    for (const label of ['access:gate:w', 'access:gate-directory:w']) {
      const answer = probes[label] ?? 'not probed';
      if (!['EROFS', 'EACCES'].includes(answer)) problems.push(`/run/sandbox: ${label} ${answer}`);
    }
    return {
      verdict: problems.length === 0 ? 'pass' : 'fail',
      expected: `${plan.argv[0] ?? 'the command'} and /run/sandbox not writable`,
      found: problems.length === 0 ? (command?.resolved ?? 'as planned') : problems.join('; '),
      hint:
        command === null
          ? 'Rebuild the image with `sandbox image build`, or name a command that it holds.'
          : 'Install the program into the image, outside every writable directory.',
    };
  },
};

/** `sandbox launch shell -- ./script`: a path the user typed, in a directory the user gave to the session to write. */
function namedByUser(plan: LaunchPlan, resolved: string): boolean {
  return (
    plan.agent === 'shell' &&
    plan.argv[0]?.includes('/') === true &&
    plan.mounts.some(({ target, mode }) => mode === 'rw' && resolved.startsWith(`${target}/`))
  );
}
