import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import type { Engine } from '../engine/engine.ts';
import { findImage } from '../images/find-image.ts';
import type { ImageRequest } from '../images/image-request.ts';

/** Milliseconds an engine is waited for before the sources are looked at: a refusal is not to hang on a stuck one. */
const PATIENCE = 15;

/**
 * Asks the engine what it is and whether it has the image, and comes back as soon as both questions are on their way: pinning
 * and judging, which keep this process busy, then cost no time of their own. Never rejects. `imageId` resolves to null when the
 * image is to be built, or could not be asked for.
 */
export async function askAhead(
  engine: Promise<Engine>,
  image: ImageRequest,
): Promise<{ readonly imageId: Promise<string | null> }> {
  const imageId = engine
    .then((opened) => {
      opened.info().catch(() => undefined);
      return findImage(opened, image);
    })
    .catch(() => null);
  const opened = engine.then(
    () => undefined,
    () => undefined,
  );
  await Promise.race([opened, sleep(PATIENCE, undefined, { ref: false })]);
  // One turn of the event loop to connect, one to send.
  await turn();
  await turn();
  return { imageId };
}
