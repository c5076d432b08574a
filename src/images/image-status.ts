import type { ImageInfo } from '../engine/engine.ts';
import { imageLabels } from './labels.ts';

/** An image of ours and what it is good for. */
export interface ListedImage {
  readonly id: string;
  /** `sandbox-agent-codex:<digest>`; null: a builder's stage, which has no name. */
  readonly ref: string | null;
  readonly kind: 'root' | 'base' | 'user' | 'agent' | 'stage';
  readonly agent: string | null;
  readonly version: string | null;
  /** Bytes, those it shares with the images below included. */
  readonly size: number;
  /** ISO 8601. */
  readonly created: string;
  /** Whole days. */
  readonly age: number;
  /** A container, running or not, was made from it. */
  readonly inUse: boolean;
  /** `current`: a launch would take it now. `stale`: none would. */
  readonly status: 'current' | 'stale';
  /** Why it is stale; null when it is not. */
  readonly reason: string | null;
}

/** Milliseconds within which somebody's build may still need its stages. */
const BUILDING = 3_600_000;

const repos: Readonly<Record<ListedImage['kind'], RegExp | null>> = {
  root: /^sandbox-root$/,
  base: /^sandbox-base$/,
  user: /^sandbox-user$/,
  agent: /^sandbox-agent-[a-z0-9-]+$/,
  stage: null,
};

/**
 * Which of the engine's images are ours, and what they are. A label alone proves nothing, because images built on ours
 * inherit it: name and digest must agree with it, and only a nameless image may be a stage.
 */
export function imageStatus(input: {
  readonly images: readonly ImageInfo[];
  readonly used: ReadonlySet<string>;
  /** References that plans want now. */
  readonly wanted: ReadonlySet<string>;
  /** Agent → version that is pinned now. */
  readonly versions: ReadonlyMap<string, string>;
  /** Milliseconds since the epoch. */
  readonly now: number;
}): readonly ListedImage[] {
  return input.images.flatMap((image): readonly ListedImage[] => {
    const kind = image.labels[imageLabels.kind];
    if (!isKind(kind)) return [];
    const names = repos[kind];
    const ref = names === null ? null : image.tags.find((tag) => isName(tag, names, image));
    if (ref === undefined || (ref === null && image.tags.length > 0)) return [];
    const age = input.now - Date.parse(image.created);
    if (kind === 'stage' && age < BUILDING) return [];
    const agent = kind === 'agent' ? (image.labels[imageLabels.agent] ?? null) : null;
    const version = kind === 'agent' ? (image.labels[imageLabels.version] ?? null) : null;
    const reason =
      ref !== null && (input.wanted.has(ref) || kind === 'root')
        ? null
        : whyStale(kind, agent, version, input.versions);
    return [
      {
        id: image.id,
        ref,
        kind,
        agent,
        version,
        size: image.size,
        created: image.created,
        age: Math.max(0, Math.floor(age / 86_400_000)),
        inUse: input.used.has(image.id),
        status: reason === null ? 'current' : 'stale',
        reason,
      },
    ];
  });
}

function isKind(kind: string | undefined): kind is ListedImage['kind'] {
  return kind !== undefined && Object.hasOwn(repos, kind);
}

function isName(tag: string, names: RegExp, { labels }: ImageInfo): boolean {
  const at = tag.lastIndexOf(':');
  return names.test(tag.slice(0, at)) && tag.slice(at + 1) === labels[imageLabels.digest];
}

function whyStale(
  kind: ListedImage['kind'],
  agent: string | null,
  version: string | null,
  versions: ReadonlyMap<string, string>,
): string {
  if (kind === 'stage') return 'left behind by a build';
  const pinned = agent === null ? undefined : versions.get(agent);
  if (pinned !== undefined && version !== null && version !== pinned) return `the version is ${pinned} now`;
  return 'made from other contents than now';
}
