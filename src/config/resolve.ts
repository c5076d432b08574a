import type { Approvals } from '../judge/approvals.ts';
import { isInside } from '../mounts/is-inside.ts';
import type { ConfigFile, Scope } from './config-file.ts';
import { defaults } from './defaults.ts';
import type { Entry, Layer, Source } from './layer.ts';
import type { SettingKey, Settings } from './setting.ts';
import { settingKeys } from './settings.ts';

/** A value with the places it comes from: several for a list that was added to. */
export interface Resolved<T> {
  readonly value: T;
  readonly sources: readonly Source[];
}

export interface Config {
  readonly settings: { readonly [K in SettingKey]: Resolved<Settings[K]> };
  readonly approvals: { readonly [K in keyof Approvals]: Resolved<Approvals[K]> };
  /** The `projects:` entry in force; null: none. */
  readonly project: string | null;
}

export interface ConfigInput {
  /** Null: what holds for every agent. */
  readonly agent: string | null;
  /** Spellings of the workspace's path: as it is called, and with the home's links resolved. */
  readonly workspace: readonly string[];
  /** Weakest first. */
  readonly files: readonly ConfigFile[];
  readonly variables: Layer;
  readonly flags: Layer;
}

/**
 * Defaults < files, each followed by its nearest project < variables < flags. Pure. Within one scope what is said for the
 * agent is stronger than what is said for all. The result is frozen.
 */
export function resolveConfig({ agent, workspace, files, variables, flags }: ConfigInput): Config {
  const layers: Layer[] = [];
  let project: string | null = null;
  for (const file of files) {
    layers.push(...scopeLayers(file.scope, agent));
    const nearest = nearestProject(file, workspace);
    if (nearest === null) continue;
    project = nearest.path;
    layers.push(...scopeLayers(nearest.scope, agent));
  }
  const result: Partial<Record<SettingKey, Resolved<unknown>>> = {};
  for (const key of settingKeys) result[key] = { value: defaults[key], sources: [{ kind: 'default' }] };
  for (const layer of [...layers, variables, flags]) {
    // In one layer `mount` comes before `mount+`, whichever was written first.
    for (const entry of layer.filter(({ append }) => !append)) result[entry.key] = replaced(entry);
    for (const entry of layer.filter(({ append }) => append)) result[entry.key] = appended(entry, result[entry.key]);
  }
  return deepFreeze({
    settings: result as Config['settings'],
    approvals: { links: lastOf(files, 'links'), ancestors: lastOf(files, 'ancestors') },
    project,
  });
}

function scopeLayers({ layer, agents }: Scope, agent: string | null): readonly Layer[] {
  const own = agent !== null && Object.hasOwn(agents, agent) ? agents[agent] : undefined;
  return own === undefined ? [layer] : [layer, own];
}

function nearestProject({ projects }: ConfigFile, workspace: readonly string[]): ConfigFile['projects'][number] | null {
  const around = projects.filter(({ path }) => workspace.some((spelling) => isInside(spelling, path)));
  return around.reduce<ConfigFile['projects'][number] | null>(
    (best, one) => (best === null || one.path.length > best.path.length ? one : best),
    null,
  );
}

function replaced({ value, source }: Entry): Resolved<unknown> {
  return { value, sources: [source] };
}

function appended({ value, source }: Entry, before: Resolved<unknown> | undefined): Resolved<unknown> {
  const earlier = Array.isArray(before?.value) ? before.value : [];
  const sources = earlier.length === 0 ? [] : (before?.sources ?? []);
  return { value: [...earlier, ...(value as readonly unknown[])], sources: [...sources, source] };
}

function lastOf<K extends keyof Approvals>(files: readonly ConfigFile[], key: K): Config['approvals'][K] {
  const found = files.flatMap((file) => (file[key] === null ? [] : [file[key]])).at(-1);
  const resolved =
    found === undefined
      ? { value: [], sources: [{ kind: 'default' }] }
      : { value: found.value, sources: [found.source] };
  return resolved as Config['approvals'][K];
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const inner of Object.values(value)) deepFreeze(inner);
  return Object.freeze(value);
}
