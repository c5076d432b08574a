import type { Engine, OuterMount } from '../engine/engine.ts';
import { findOwnContainer } from '../host/find-own-container.ts';

/** The mounts of the container this runs in, when the engine is the one outside of it; null: paths mean the same for both. */
export async function findOuterMounts(engine: Engine): Promise<readonly OuterMount[] | null> {
  const id = findOwnContainer();
  return id === null ? null : engine.containerMounts(id);
}
