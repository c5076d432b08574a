import type { SessionPoint } from '../../src/session/hooks.ts';
import type { RaceSource } from './race-world.ts';
import type { SwapKind } from './swap-kinds.ts';

/** At which point something is swapped, and at which it is put back; null: when all is over. */
export interface Moment {
  readonly swap: SessionPoint;
  readonly back: SessionPoint | null;
}

const once = (swap: SessionPoint): Moment => ({ swap, back: null });

/** Every named point of a launch; then, swapped and swapped back: before, around and after the start. */
export const moments: readonly Moment[] = [
  once('after-pin'),
  once('before-create'),
  once('after-create'),
  once('before-start'),
  { swap: 'before-start', back: 'after-start' },
  { swap: 'after-pin', back: 'before-start' },
  { swap: 'after-pin', back: 'before-create' },
  { swap: 'before-create', back: 'after-create' },
  { swap: 'after-start', back: 'after-attestation' },
  once('after-start'),
  once('after-attestation'),
  once('before-go'),
  once('after-ready'),
  once('after-exit'),
];

/**
 * refused: 77, and nothing ran. pinned: the session runs, in the pinned objects. gone: the pinned object was emptied while
 * it was mounted, so how far the agent comes is not said. open: see below. In no case is anything of the other object seen.
 */
export type Outcome = 'refused' | 'pinned' | 'gone' | 'open';

/** The engine resolves paths when the container starts, and only then; `confirmPins` looks between create and before-start. */
export function swapOutcome(source: RaceSource, kind: SwapKind, { swap, back }: Moment): Outcome {
  if (swap === 'after-exit') return 'pinned';
  const started =
    swap === 'after-start' || swap === 'after-attestation' || swap === 'before-go' || swap === 'after-ready';
  const isBack = back === 'before-create' || back === 'after-create';
  if (source.target !== null) {
    if (started) return kind.how.startsWith('deleted') ? 'gone' : 'pinned';
    // A source within it that the other object lacks is missed when the container is created, and not put back then.
    const takesOthers =
      source.what === 'common git directory' ||
      (kind.how.startsWith('its parent') && /^(extra|session|identity)/.test(source.what));
    return isBack && !(back === 'after-create' && takesOthers) ? 'pinned' : 'refused';
  }
  // A mount lies on a directory, not on its name: it goes where the directory is moved, and away with it. The gate may have
  // attested it already or not; later the agent may, too, and has what it could have had without the mask: its own config.
  if (started) return swap === 'after-start' && !kind.how.startsWith('something mounted') ? 'open' : 'pinned';
  if (isBack) return 'pinned';
  if (kind.how === 'a link') return 'refused';
  // Its parent is the config directory itself, which is a source.
  if (kind.how.startsWith('its parent') && !source.what.startsWith('shipped')) return 'refused';
  // The mount is on the other directory, and goes away with it.
  if (back === 'after-start' && !kind.how.startsWith('something mounted')) return 'open';
  // Another directory under a mask is as good. The engine must not be left to make one, though.
  const incomplete = source.what.startsWith('own skills') || kind.how.startsWith('its parent');
  return incomplete && swap !== 'before-start' ? 'refused' : 'pinned';
}
