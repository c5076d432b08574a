import type { Engine, ImageInfo } from '../engine/engine.ts';
import { imageChain, refOf } from './chain.ts';
import type { ImageChain, ImageRecipe } from './chain.ts';
import type { ImageRequest } from './image-request.ts';
import { imageLabels } from './labels.ts';
import { readImageInputs } from './read-inputs.ts';

/**
 * Id of the image of a session, if it is there; null: something of it is to be pulled or built (`ensureImage`). Only asks.
 * Rejects with ENGINE_*.
 */
export async function findImage(engine: Engine, request: ImageRequest): Promise<string | null> {
  const chain = imageChain(request.agent, request.base, readImageInputs(request.programDir), request.layer ?? null);
  if (chain.customBase === null) return findBuilt(engine, chain, null);
  const base = await engine.inspectImage(chain.customBase);
  return base === null ? null : findBuilt(engine, chain, base.id);
}

/** On a base of the user's own, whose name may mean another image tomorrow, everything above must be built on this one. */
export async function findBuilt(engine: Engine, chain: ImageChain, custom: string | null): Promise<string | null> {
  const above = [chain.layer, chain.agent].filter((recipe) => recipe !== null);
  if (custom === null) {
    const top = above.at(-1) ?? chain.base;
    return top === null ? null : ((await findTrusted(engine, top))?.id ?? null);
  }
  let id = custom;
  for (const recipe of above) {
    const found = await findOn(engine, recipe, id);
    if (found === null) return null;
    id = found;
  }
  return id;
}

/** The same, and built on this parent. */
export async function findOn(engine: Engine, recipe: ImageRecipe, parent: string): Promise<string | null> {
  const found = await findTrusted(engine, recipe);
  return found !== null && found.labels[imageLabels.parent] === parent ? found.id : null;
}

/** By tag, and by the label that says that it is what the tag says. */
export async function findTrusted(engine: Engine, recipe: ImageRecipe): Promise<ImageInfo | null> {
  const found = await engine.inspectImage(refOf(recipe));
  if (found === null) return null;
  const { [imageLabels.kind]: kind, [imageLabels.digest]: digest } = found.labels;
  return kind === recipe.kind && digest === recipe.digest ? found : null;
}
