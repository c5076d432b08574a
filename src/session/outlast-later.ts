import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine } from '../engine/engine.ts';
import type { LiveWorkspace } from '../judge/judge-input.ts';
import { LABEL, parseLabels } from './labels.ts';

const PATIENCE_MS = 3_000;
const EVERY_MS = 100;

/**
 * Waits until the `later` sessions are gone, at most 3 s; returns those that are still there. Every session is made before
 * it looks for others, so of two at least one sees the other. A later one that saw ours gives way within a moment; one
 * that stays looked before ours was there, and then ours must give way.
 */
export async function outlastLater(
  engine: Engine,
  later: readonly LiveWorkspace[],
  signal: AbortSignal,
): Promise<readonly LiveWorkspace[]> {
  const deadline = Date.now() + PATIENCE_MS;
  let left = later;
  while (left.length > 0 && Date.now() < deadline) {
    await sleep(EVERY_MS, undefined, { signal });
    const containers = await engine.listContainers(LABEL);
    const there = new Set(
      containers.filter(({ state }) => state !== 'exited').map(({ labels }) => parseLabels(labels)?.session),
    );
    left = left.filter(({ session }) => there.has(session));
  }
  return left;
}
