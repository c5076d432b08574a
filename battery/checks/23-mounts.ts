import type { LaunchPlan } from '../../src/plan/launch-plan.ts';
import type { Attestation } from '../attestation.ts';
import type { SessionCheck } from '../check.ts';
import { compareMounts } from '../compare-mounts.ts';
import type { MountProblem } from '../compare-mounts.ts';

const SHOWN = 4;

export const check: SessionCheck = {
  id: '23',
  title: 'nothing is mounted but the plan and the engine’s own',
  threat:
    'Every mount is a piece of another file system inside the session. One that nobody planned (an engine’s default, a ' +
    'company wrapper, a device plug-in, a link the engine followed) can hold the host’s secrets; a second mount over a ' +
    'planned one hides it; shared propagation lets mounts travel in and out while the session runs.',
  stage: 'session',
  level: 'fail',
  evaluate({ attestation }, plan) {
    const problems = [...compareMounts(attestation.mountinfo, plan), ...moved(attestation, plan)];
    const count = plan.mounts.length + plan.tmpfs.length;
    const shown = problems
      .slice(0, SHOWN)
      .map(({ point, expected, found }) => `"${point}": ${found} (expected ${expected})`);
    const more = problems.length > SHOWN ? ` and ${problems.length - SHOWN} more` : '';
    return {
      verdict: problems.length === 0 ? 'pass' : 'fail',
      expected: `${count} planned mounts and the engine’s own`,
      found:
        problems.length === 0 ? `${attestation.mountinfo.length} mount points, all known` : shown.join('; ') + more,
      hint: 'Remove the setting of the engine that adds or changes mounts (daemon.json, a wrapper, mounts.conf, CDI).',
    };
  },
};

/** A mount root that could be moved aside would leave its place to whatever is put there next. */
function moved({ probes }: Attestation, { mounts }: LaunchPlan): readonly MountProblem[] {
  return mounts
    .filter(({ options }) => options.below === undefined)
    .map(({ target }) => ({ point: target, found: probes[`rename:${target}`] ?? 'not tried' }))
    .filter(({ found }) => !['EBUSY', 'EROFS', 'EACCES', 'EPERM'].includes(found))
    .map(({ point, found }) => ({ point, expected: 'cannot be renamed', found: `renaming says ${found}` }));
}
