import type { LaunchPlan, PlannedMount } from '../../src/plan/launch-plan.ts';
import type { SessionCheck } from '../check.ts';

export const check: SessionCheck = {
  id: '17',
  title: 'the workspace is the planned directory, with the planned mode',
  threat:
    'A workspace that is not where it was planned makes the agent work on the wrong tree. One that is writable although ' +
    '`--read-only` was asked for loses work; one that is read-only although it should not be loses the session.',
  stage: 'session',
  level: 'fail',
  evaluate({ attestation }, plan) {
    const { target, cwd, mode } = plan.workspace;
    const { probes, stats } = attestation;
    const problems: string[] = [];
    const mount = holder(plan);
    const live = attestation.mountinfo.filter(({ point }) => point === mount?.target);
    if (mount === undefined) problems.push('no planned mount holds it');
    else if (live.length !== 1 || live[0]?.options.includes(mount.mode) !== true)
      problems.push(`${mount.target} is not mounted ${mount.mode}`);
    for (const path of new Set([target, cwd]))
      if (stats[path]?.type !== 'd') problems.push(`${path} is ${stats[path] ? 'not a directory' : 'absent'}`);
    for (const label of ['access:workspace:r', 'access:workspace:x', 'access:cwd:x'])
      if (probes[label] !== 'yes') problems.push(`${label} ${probes[label] ?? 'not probed'}`);
    const write = probes['access:workspace:w'];
    if (mode === 'rw' && write !== 'yes') problems.push(`cannot be written: ${write ?? 'not probed'}`);
    // A directory the user may not write says EACCES first; that it is mounted read-only was looked at above.
    if (mode === 'ro' && write !== 'EROFS' && write !== 'EACCES')
      problems.push(`not read-only: writing says ${write ?? 'not probed'}`);
    return {
      verdict: problems.length === 0 ? 'pass' : 'fail',
      expected: `${target}, ${mode}`,
      found: problems.length === 0 ? 'as planned' : problems.join('; '),
      hint: `Check that you may ${mode === 'rw' ? 'write' : 'read'} ${plan.workspace.source} without being root, then try again.`,
    };
  },
};

/** The bind the workspace is, or, for a workspace in the shared skills, lies in. */
function holder(plan: LaunchPlan): PlannedMount | undefined {
  return plan.mounts
    .filter(({ target }) => plan.workspace.target === target || plan.workspace.target.startsWith(`${target}/`))
    .sort((a, b) => b.target.length - a.target.length)[0];
}
