import type { SessionCheck } from '../check.ts';

export const check: SessionCheck = {
  id: '34',
  title: 'the container is made from the image built for this plan, as planned',
  threat:
    'An image of the same name that somebody else made runs somebody else’s programs as the agent. A restart policy or a ' +
    'health check runs them again behind the gate’s back; ports published beyond the plan, devices and borrowed volumes are doors nobody planned.',
  stage: 'session',
  level: 'fail',
  evaluate({ container }, plan) {
    if (container === null)
      return { verdict: 'fail', expected: plan.image.ref, found: 'the engine does not know the container', hint };
    const problems: string[] = [];
    if (plan.image.id === null || bare(container.imageId) !== bare(plan.image.id))
      problems.push(`image ${container.imageId}, not ${plan.image.id ?? 'known'}`);
    if (container.privileged) problems.push('privileged');
    if (!['', 'no'].includes(container.restartPolicy)) problems.push(`restart policy ${container.restartPolicy}`);
    if (container.healthcheck) problems.push('a health check');
    const planned = plan.publish.map((port) => `127.0.0.1:${port}->${port}/tcp`).sort();
    if (planned.join() !== container.published.join())
      problems.push(`published ports ${container.published.join(', ') || 'none'}, not ${planned.join(', ') || 'none'}`);
    problems.push(...container.extras);
    return {
      verdict: problems.length === 0 ? 'pass' : 'fail',
      expected: plan.image.ref,
      found: problems.length === 0 ? `${bare(container.imageId).slice(0, 12)}` : problems.join('; '),
      hint,
    };
  },
};

const hint = 'Rebuild the image with `sandbox image build`, and look who else changes containers on this engine.';

/** Docker writes `sha256:` before an id, Podman does not. */
function bare(id: string): string {
  return id.replace(/^sha256:/, '');
}
