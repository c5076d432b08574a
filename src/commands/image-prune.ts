import { openEngine } from '../engine/open.ts';
import { withBuildLock } from '../images/build-lock.ts';
import type { ListedImage } from '../images/image-status.ts';
import { prunable, pruneImages } from '../images/prune.ts';
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

/** Removes images of ours that no plan wants and no container was made from; while nobody builds, because builds need theirs. */
export async function imagePrune({ flags }: Invocation, deps: Deps): Promise<number> {
  const messages = new Messages(deps.stderr, loudness(flags));
  const place = configured({}, deps);
  const engine = await openEngine({ env: deps.env, home: place.user.home, deadlines: deps.deadlines });
  const dry = flags['dryRun'] === true;
  const prune = async (): Promise<readonly ListedImage[]> => {
    const images = await surveyImages(engine, place, deps);
    const old = prunable(images);
    return dry ? old : pruneImages(engine, old, ({ ref, id }, why) => messages.note(`${ref ?? id} stays: ${why}`));
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
