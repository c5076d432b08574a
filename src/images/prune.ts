import type { Engine } from '../engine/engine.ts';
import { AppError } from '../errors.ts';
import type { ListedImage } from './image-status.ts';

/** What stands on others first: the engine keeps an image that another one needs. */
const ORDER: readonly ListedImage['kind'][] = ['stage', 'agent', 'user', 'base', 'root'];

/** Those that no plan wants and no container was made from, in the order they can be removed in. */
export function prunable(images: readonly ListedImage[]): readonly ListedImage[] {
  return images
    .filter(({ status, inUse }) => status === 'stale' && !inUse)
    .sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
}

/**
 * Removes images, each by its name: exactly that name goes, and the contents when nothing else needs them. Resolves to
 * those removed; one that the engine keeps is told through `onKept`. Rejects when the engine does not answer any more.
 */
export async function pruneImages(
  engine: Pick<Engine, 'removeImage'>,
  images: readonly ListedImage[],
  onKept: (image: ListedImage, reason: string) => void,
): Promise<readonly ListedImage[]> {
  const removed: ListedImage[] = [];
  for (const image of images) {
    try {
      await engine.removeImage(image.ref ?? image.id);
      removed.push(image);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'ENGINE_FAILED') throw error;
      onKept(image, error.message);
    }
  }
  return removed;
}
