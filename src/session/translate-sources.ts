import { realpathSync } from 'node:fs';
import type { Engine, OuterMount } from '../engine/engine.ts';
import { AppError } from '../errors.ts';
import type { ContainerClues } from '../host/find-container.ts';
import { findMount } from '../judge/place.ts';
import type { MountTable } from '../judge/place.ts';
import { SESSION_PREFIX } from '../mounts/session-path.ts';
import type { LaunchPlan } from '../plan/launch-plan.ts';
import { outerPath } from './outer-path.ts';
import type { OwnMount } from './outer-path.ts';

const STATE = 'the state directory ($XDG_STATE_HOME/sandbox)';
const HINT =
  'Mount it into this container from the engine’s machine (docker run -v, "mounts" of devcontainer.json), or start sandbox there.';

interface Sources {
  readonly plan: LaunchPlan;
  /** Mount id → pinned source, as this process sees it. */
  readonly pins: ReadonlyMap<string, { readonly resolved: string }>;
  readonly engine: Pick<Engine, 'endpoint' | 'containerMounts'>;
  readonly clues: ContainerClues;
}

/**
 * Mount id → path for an engine that made the container this process runs in, and so sees other files under the same names.
 * null: the engine sees the files that this process sees. What is found here is only asked for: check 24 proves each mount.
 *
 * @throws AppError SOURCE_UNTRANSLATABLE: a source came into this container by no mount, or the engine is outside and does
 *   not know this container. Nothing was created.
 */
export async function translateSources(input: Sources): Promise<ReadonlyMap<string, string> | null> {
  const { plan, pins, engine, clues } = input;
  const { ids, table } = clues;
  const own = table === null ? null : await findSelf(engine, ids, table);
  if (table === null || own === null) {
    if (isSocketFromOutside(engine.endpoint, clues)) throw unknownContainer(engine.endpoint);
    return null;
  }
  const sources = new Map<string, string>();
  const problems: string[] = [];
  for (const { id, mode, source } of plan.mounts) {
    const path = pins.get(id)?.resolved;
    if (path === undefined) continue;
    const outer = outerPath({ path, mode }, own, table);
    if ('path' in outer) sources.set(id, outer.path);
    else problems.push(`${source.startsWith(SESSION_PREFIX) ? STATE : path} ${outer.problem}`);
  }
  const [first, ...rest] = problems;
  if (first === undefined) return sources;
  throw new AppError('SOURCE_UNTRANSLATABLE', `sandbox runs in a container whose engine is outside: ${first}`, HINT, {
    details: [...new Set(rest)].map((problem) => `also: ${problem}`),
  });
}

/**
 * After the engine missed a source that is there: it sees other files than this process. Everything else is passed on.
 */
export function explainMissingSource(error: AppError): AppError {
  if (!/bind source path does not exist/i.test(error.message)) return error;
  return new AppError(
    'SOURCE_UNTRANSLATABLE',
    `the engine does not see the files that sandbox sees: ${error.message}`,
    'It runs in another container or machine. Use one that runs beside sandbox, or start sandbox where the engine is.',
    { cause: error },
  );
}

/** The mounts of the container that this is, when the engine knows it and it looks from outside as it does from inside. */
async function findSelf(
  engine: Sources['engine'],
  ids: readonly string[],
  table: MountTable,
): Promise<readonly OwnMount[] | null> {
  for (const id of ids) {
    const known = await engine.containerMounts(id);
    const mounts = known === null ? null : seenFromInside(known, table);
    if (mounts !== null) return mounts;
  }
  return null;
}

/** Each at the point where the kernel has it; null: one of them is not there, so this is another container. */
function seenFromInside(mounts: readonly OuterMount[], table: MountTable): readonly OwnMount[] | null {
  const points = new Set([...table.byId.values()].map(({ point }) => point));
  const seen = mounts.map(({ source, target, writable }) => ({ source, point: resolved(target), writable }));
  return seen.every(({ point }) => points.has(point)) ? seen : null;
}

/** Whether the engine's socket was brought here from another file system: it listens elsewhere then. */
function isSocketFromOutside(endpoint: string, { inside, table }: ContainerClues): boolean {
  const path = resolved(endpoint.replace(/^unix:\/\//, ''));
  const mount = table === null ? null : findMount(path, table);
  if (mount === null) return inside;
  return mount.point === path || (inside && mount.point !== '/' && mount.root !== '/');
}

/** A path that leads nowhere stays as it is: no mount is there. */
function resolved(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function unknownContainer(endpoint: string): AppError {
  return new AppError(
    'SOURCE_UNTRANSLATABLE',
    `the engine at ${endpoint} runs outside this container and does not know it, so no directory can be named to it`,
    'Start sandbox on the engine’s machine, in a container of that engine, or use an engine that runs in this container.',
  );
}
