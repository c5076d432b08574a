import type { Engine } from '../engine/engine.ts';
import type { LaunchPlan } from '../plan/launch-plan.ts';

/** A line when the kernel ended something in the session for want of memory; null otherwise. Asked before removal. */
export async function describeMemoryEnd(
  engine: Engine,
  id: string,
  code: number,
  plan: LaunchPlan,
): Promise<string | null> {
  if (code === 0) return null;
  const state = await engine.inspectContainer(id).catch(() => null);
  if (state?.oomKilled !== true) return null;
  const { memory } = plan.limits;
  const limit = typeof memory === 'number' ? `${Math.round(memory / 1024 ** 2)} MiB` : 'its limit';
  return `the session used all of its memory (${limit}) and the kernel ended a process in it; more: --memory SIZE`;
}
