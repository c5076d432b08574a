import type { Engine } from '../engine/engine.ts';
import { AppError } from '../errors.ts';
import { bootstrapRoot, type BootstrapOptions } from './bootstrap.ts';
import { imageLabels } from './labels.ts';
import type { BuildProgress } from './progress.ts';
import { rootRecipe } from './root-recipe.ts';
import { contentDigest } from './tags.ts';

const REPO = 'sandbox-root';

/** Time a registry has until its first word; without any registry the engine tries for minutes. */
const FIRST_WORD = 20_000;

/**
 * A root file system to build on: one made here before; else the pinned Debian image, present or pulled; else one made from
 * Debian's packages. Resolves to the image's id. Rejects with IMAGE_BASE_MISSING.
 */
export async function findRoot(
  engine: Engine,
  options: Omit<BootstrapOptions, 'labels'>,
  bootstrap: typeof bootstrapRoot = bootstrapRoot,
): Promise<string> {
  const digest = contentDigest({ root: JSON.stringify(rootRecipe) });
  const labels = { [imageLabels.kind]: 'root', [imageLabels.digest]: digest };
  const made = await engine.inspectImage(`${REPO}:${digest}`);
  if (made?.labels[imageLabels.kind] === 'root' && made.labels[imageLabels.digest] === digest) return made.id;
  const present = await engine.inspectImage(rootRecipe.pullRef);
  if (present !== null) return present.id;
  const problem = await pull(engine, options.progress, options.signal);
  if (problem === null) {
    const pulled = await engine.inspectImage(rootRecipe.pullRef);
    if (pulled !== null) return pulled.id;
  }
  options.progress.line(`no image from a registry: ${problem?.message ?? 'it is not there after the pull'}`);
  const bootstrapped = await bootstrap(engine, { ...options, labels });
  if (bootstrapped !== null) {
    await engine.tagImage(bootstrapped, REPO, digest);
    return bootstrapped;
  }
  throw new AppError(
    'IMAGE_BASE_MISSING',
    `There is no Debian image to build on: no image registry answers (${problem?.message ?? 'unknown'}), and one cannot be made from packages here`,
    'On Debian, run once: sudo sandbox image build (--yes installs mmdebstrap); elsewhere, name an image with --image, or load debian:bookworm-slim',
    { cause: problem },
  );
}

/** Engines with these troubles cannot take a root made from packages either. */
const HOPELESS = new Set(['ENGINE_UNREACHABLE', 'ENGINE_NO_PERMISSION', 'ENGINE_DISK_FULL', 'ENGINE_TOO_NEW']);

/** Null: it worked. Any other failure but a cancellation means that there is no registry for us. */
async function pull(engine: Engine, progress: BuildProgress, signal: AbortSignal): Promise<Error | null> {
  progress.step('Pulling Debian');
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), FIRST_WORD);
  try {
    await engine.pullImage(
      rootRecipe.pullRef,
      (line) => {
        clearTimeout(timer);
        progress.line(line);
      },
      AbortSignal.any([signal, silence.signal]),
    );
    return null;
  } catch (error) {
    if (signal.aborted || (error instanceof AppError && HOPELESS.has(error.code))) throw error;
    if (silence.signal.aborted) return new Error(`no answer within ${FIRST_WORD / 1000} s`);
    return error as Error;
  } finally {
    clearTimeout(timer);
  }
}
