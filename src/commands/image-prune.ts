import { openEngine } from '../engine/open.ts';
import { AppError } from '../errors.ts';
import { withBuildLock } from '../images/build-lock.ts';
import type { ListedImage } from '../images/image-status.ts';
import { Interruption } from '../session/interruption.ts';
import { onSignals } from '../session/signals.ts';
import { openStateDirectory } from '../state/state-directory.ts';
import { escapeText } from '../ui/escape.ts';
import { formatBytes } from '../ui/format-bytes.ts';
import { writeJsonResult } from '../ui/json-result.ts';
import { Messages } from '../ui/messages.ts';
import type { Deps, Invocation } from './command.ts';
import { configured } from './configured.ts';
import { surveyImages } from './image-survey.ts';
import { loudness } from './loudness.ts';

/** Agents' images first: the engine keeps what another image stands on. */
const ORDER: readonly ListedImage['kind'][] = ['stage', 'agent', 'user', 'base', 'root'];

/** Removes images of ours that no plan wants and no container was made from; while nobody builds, because builds need theirs. */
export async function imagePrune({ flags }: Invocation, deps: Deps): Promise<number> {
  const messages = new Messages(deps.stderr, loudness(flags));
  const place = configured({}, deps);
  const engine = await openEngine({ env: deps.env, home: place.user.home });
  const dry = flags['dryRun'] === true;
  const prune = async (): Promise<readonly ListedImage[]> => {
    const images = await surveyImages(engine, place, deps);
    const old = images
      .filter(({ status, inUse }) => status === 'stale' && !inUse)
      .sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
    if (dry) return old;
    const removed: ListedImage[] = [];
    for (const image of old) {
      try {
        // By name: the engine then removes exactly this name, and the contents when nothing else needs them.
        await engine.removeImage(image.ref ?? image.id);
        removed.push(image);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        messages.note(`${image.ref ?? image.id} stays: ${error.message}`);
      }
    }
    return removed;
  };
  const interruption = new Interruption();
  const stop = onSignals(interruption.onSignal);
  try {
    const onWait = (pid: number): void => messages.note(`process ${pid} is building images; waiting for it`);
    const removed = dry
      ? await prune()
      : await withBuildLock(openStateDirectory(place.dirs.state), interruption.abort, onWait, prune);
    if (flags['json'] === true) writeJsonResult(deps.stdout, 'image prune', { dryRun: dry, images: removed });
    else for (const line of describe(removed, dry)) deps.stdout.write(`${escapeText(line, { max: 1000 })}\n`);
    return 0;
  } finally {
    stop();
  }
}

function describe(images: readonly ListedImage[], dry: boolean): readonly string[] {
  if (images.length === 0) return ['There is nothing to remove.'];
  const verb = dry ? 'would remove' : 'removed';
  return images.map(({ ref, id, size, reason }) => `${verb} ${ref ?? id}  ${formatBytes(size)}  (${reason ?? ''})`);
}
