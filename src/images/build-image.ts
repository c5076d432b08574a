import type { Engine, ImageInfo } from '../engine/engine.ts';
import { AppError } from '../errors.ts';
import { buildContext } from './build-context.ts';
import { refOf, type ImageRecipe } from './chain.ts';
import { imageLabels } from './labels.ts';
import type { BuildProgress } from './progress.ts';

const KEPT = 20;

export interface BuildInput {
  readonly recipe: ImageRecipe;
  /** Id of the image below. */
  readonly parent: string;
  /** Authorities of the host, PEM; like proxies and the registry how things are fetched, not what they are. */
  readonly certificates: string;
  /** Proxies and the npm registry. */
  readonly networkArgs: Readonly<Record<string, string>>;
  readonly progress: BuildProgress;
  readonly signal: AbortSignal;
}

/**
 * Builds one image and, when all has gone well, tags it; what the stages leave behind is removed. Resolves to the image's id.
 * Rejects with IMAGE_BUILD_FAILED (with the last lines, untrusted), CANCELLED or ENGINE_*.
 */
export async function buildImage(engine: Engine, input: BuildInput): Promise<string> {
  const { recipe, progress, signal } = input;
  const last: string[] = [];
  const onLine = (line: string): void => {
    last.push(line);
    if (last.length > KEPT) last.shift();
    progress.line(line);
  };
  progress.step(`Building ${recipe.title}`);
  const parentArg = recipe.kind === 'base' ? { ROOT: input.parent } : { BASE: input.parent };
  const before = await engine.inspectImage(refOf(recipe));
  try {
    const id = await engine.buildImage(buildContext({ ...recipe.files, 'ca.crt': input.certificates }), {
      buildArgs: { ...input.networkArgs, ...recipe.buildArgs, ...parentArg },
      labels: labelsOf(recipe, input.parent),
      onLine,
      signal,
    });
    if (signal.aborted) throw signal.reason;
    await engine.tagImage(id, recipe.repo, recipe.digest);
    if (before !== null && before.id !== id) await removeReplaced(engine, before, recipe);
    const size = (await engine.inspectImage(id))?.size ?? 0;
    progress.done(`Built ${recipe.title}: ${refOf(recipe)}, ${Math.round(size / 1e6)} MB`);
    return id;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'ENGINE_FAILED') throw error;
    throw new AppError(
      'IMAGE_BUILD_FAILED',
      `The image for ${recipe.title} could not be built: ${error.message}`,
      recipe.kind === 'user'
        ? 'Mend image: apt or run in your configuration (sandbox config show says where it stands). No image was replaced: what was there before is used again as soon as the change is taken back.'
        : 'Mend what the last lines say (often the network, a proxy or a certificate), then run: sandbox image build',
      { cause: error, details: last },
    );
  } finally {
    await removeStages(engine, recipe.digest);
  }
}

function labelsOf(recipe: ImageRecipe, parent: string): Record<string, string> {
  return {
    [imageLabels.kind]: recipe.kind,
    [imageLabels.digest]: recipe.digest,
    [imageLabels.parent]: parent,
    ...(recipe.agent === null
      ? {}
      : { [imageLabels.agent]: recipe.agent.name, [imageLabels.version]: recipe.agent.version }),
  };
}

/** The tag has moved, and nobody would find the old image again. What is used, has another name or is not ours stays. */
async function removeReplaced(engine: Engine, { id, labels }: ImageInfo, recipe: ImageRecipe): Promise<void> {
  if (labels[imageLabels.kind] !== recipe.kind || labels[imageLabels.digest] !== recipe.digest) return;
  const left = await engine.inspectImage(id).catch(() => null);
  if (left?.tags.length === 0) await engine.removeImage(id).catch(() => undefined);
}

/** Only saves space (hundreds of megabytes): what is in use, or gone, is left alone. */
async function removeStages(engine: Engine, digest: string): Promise<void> {
  const stages = await engine.listImages(`${imageLabels.stage}=${digest}`).catch(() => []);
  for (const { id } of stages) await engine.removeImage(id).catch(() => undefined);
}
