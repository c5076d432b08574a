import { createHash } from 'node:crypto';
import type { LaunchPlan } from './launch-plan.ts';

/**
 * `sha256:<hex>` of the plan's canonical JSON without the image id and the notes. Paths and variables made from the
 * session id carry the placeholder `@session` in the plan, so two launches of the same thing have the same digest.
 */
export function planDigest(plan: LaunchPlan): string {
  const { notes: _notes, ...rest } = plan;
  const stable = { ...rest, image: { ref: plan.image.ref } };
  return `sha256:${createHash('sha256').update(canonical(stable)).digest('hex')}`;
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(',')}}`;
}
