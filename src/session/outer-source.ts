import type { OuterMount } from '../engine/engine.ts';
import { AppError } from '../errors.ts';
import { isInside } from '../mounts/is-inside.ts';

/**
 * The engine's path of a source seen in this container: through the mount nearest above it. Whether it is the same object is
 * proved by check 24, never by this. Throws SOURCE_UNTRANSLATABLE.
 */
export function outerSource(source: string, mounts: readonly OuterMount[]): string {
  const nearest = mounts
    .filter(({ target }) => isInside(source, target))
    .reduce<OuterMount | null>(
      (best, each) => (best !== null && best.target.length >= each.target.length ? best : each),
      null,
    );
  if (nearest !== null)
    return `${nearest.source.replace(/\/$/, '')}${source.slice(nearest.target.replace(/\/$/, '').length)}` || '/';
  throw new AppError(
    'SOURCE_UNTRANSLATABLE',
    `${source} lies in this container only: the engine outside cannot mount it`,
    'Give this container a mount from outside that holds it (your project, your home and this program), or run an engine inside.',
  );
}
