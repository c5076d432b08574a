import type { Engine } from '../engine/engine.ts';
import { AppError } from '../errors.ts';
import { buildImage } from './build-image.ts';
import { withBuildLock } from './build-lock.ts';
import { imageChain } from './chain.ts';
import type { ImageChain } from './chain.ts';
import { findBuilt, findOn, findTrusted } from './find-image.ts';
import { findRegistry } from './find-registry.ts';
import type { ImageRequest } from './image-request.ts';
import { proxyArgs, registryArgs } from './network-args.ts';
import type { BuildProgress } from './progress.ts';
import { readCertificates } from './read-certificates.ts';
import { readImageInputs } from './read-inputs.ts';
import { findRoot } from './root.ts';

export interface EnsuredImage {
  readonly id: string;
  readonly ref: string;
  /** False: it was there. */
  readonly built: boolean;
}

/**
 * The image of a session: found by tag and digest label, else built (root → base → user's layer → agent), by one process at a time. A tag
 * without our label is a look-alike and is built over. Needs no network when the image is there. Cancelled by `signal`: no
 * half-made tag stays. Rejects with IMAGE_BASE_MISSING, IMAGE_BUILD_FAILED, CANCELLED, ENGINE_*.
 */
export async function ensureImage(
  engine: Engine,
  request: ImageRequest,
  progress: BuildProgress,
  signal: AbortSignal,
): Promise<EnsuredImage> {
  const inputs = readImageInputs(request.programDir);
  const chain = imageChain(request.agent, request.base, inputs, request.layer ?? null);
  const custom = chain.customBase === null ? null : await findCustomBase(engine, chain.customBase, progress, signal);
  const found = await findBuilt(engine, chain, custom);
  if (found !== null) return { id: found, ref: chain.ref, built: false };
  const onWait = (pid: number): void =>
    progress.step(`Another launch (process ${pid}) is building images; waiting for it`);
  return withBuildLock(request.stateDir, signal, onWait, async () => {
    const meanwhile = await findBuilt(engine, chain, custom);
    if (meanwhile !== null) return { id: meanwhile, ref: chain.ref, built: false };
    const id = await buildChain(engine, chain, custom, request, progress, signal);
    return { id, ref: chain.ref, built: true };
  });
}

async function buildChain(
  engine: Engine,
  chain: ImageChain,
  custom: string | null,
  request: ImageRequest,
  progress: BuildProgress,
  signal: AbortSignal,
): Promise<string> {
  const networkArgs = { ...proxyArgs(request.env), ...registryArgs(await findRegistry(request.env)) };
  const common = { networkArgs, certificates: readCertificates(request.env), progress, signal };
  let id = custom;
  if (chain.base !== null) {
    id = (await findTrusted(engine, chain.base))?.id ?? null;
    if (id === null) {
      const root = { env: request.env, assumeYes: request.assumeYes, progress, signal };
      id = await buildImage(engine, { recipe: chain.base, parent: await findRoot(engine, root), ...common });
    }
  }
  for (const recipe of [chain.layer, chain.agent]) {
    if (recipe === null) continue;
    const parent = id as string;
    const there = recipe.kind === 'user' ? await findOn(engine, recipe, parent) : null;
    id = there ?? (await buildImage(engine, { recipe, parent, ...common }));
  }
  return id as string;
}

/** The user's own base: local, else pulled. Resolves to its id. */
async function findCustomBase(
  engine: Engine,
  ref: string,
  progress: BuildProgress,
  signal: AbortSignal,
): Promise<string> {
  const local = await engine.inspectImage(ref);
  if (local !== null) return local.id;
  progress.step(`Pulling ${ref}`);
  await engine.pullImage(ref, progress.line, signal);
  const pulled = await engine.inspectImage(ref);
  if (pulled !== null) return pulled.id;
  throw new AppError('IMAGE_BASE_MISSING', `There is no image ${ref}`, 'Build or pull it, or leave --image away');
}
