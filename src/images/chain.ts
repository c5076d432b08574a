import type { Agent } from '../agents/agent.ts';
import type { ImageLayer } from '../plan/launch-options.ts';
import { layerDockerfile } from './layer-dockerfile.ts';
import { contentDigest } from './tags.ts';

/** Everything an image is made of, as texts. */
export interface ImageInputs {
  /** Files of `images/base` by name. */
  readonly base: Readonly<Record<string, string>>;
  /** Files of `images/agent` by name. */
  readonly agent: Readonly<Record<string, string>>;
}

/** An image of ours: what it is called, and what it is made from. */
export interface ImageRecipe {
  readonly kind: 'base' | 'user' | 'agent';
  readonly repo: string;
  /** 16 hex digits; the tag, too. */
  readonly digest: string;
  readonly files: Readonly<Record<string, string>>;
  readonly buildArgs: Readonly<Record<string, string>>;
  /** For people: `codex 0.171.0`, `base`, `your layer`. */
  readonly title: string;
  readonly agent: { readonly name: string; readonly version: string } | null;
}

export interface ImageChain {
  /** Null: the user's own base is taken instead. */
  readonly base: ImageRecipe | null;
  /** The user's own base; null: ours. */
  readonly customBase: string | null;
  /** The user's own packages and scripts; null: none. Shared by all agents. */
  readonly layer: ImageRecipe | null;
  /** Null: the agent needs nothing beyond what is below. */
  readonly agent: ImageRecipe | null;
  /** Reference of the image sessions run. */
  readonly ref: string;
}

/** Which images an agent needs. Pure: the reference in a plan comes from here. */
export function imageChain(
  agent: Pick<Agent, 'name' | 'install'>,
  customBase: string | null,
  inputs: ImageInputs,
  userLayer: ImageLayer | null = null,
): ImageChain {
  const base = customBase === null ? baseRecipe(inputs) : null;
  const bottom = customBase ?? (base?.digest as string);
  const layer = userLayer === null ? null : layerRecipe(userLayer, bottom);
  const top = agent.install === null ? null : agentRecipe(agent.name, agent.install, layer?.digest ?? bottom, inputs);
  const last = top ?? layer ?? base;
  return { base, customBase, layer, agent: top, ref: last === null ? bottom : refOf(last) };
}

export function refOf(recipe: ImageRecipe): string {
  return `${recipe.repo}:${recipe.digest}`;
}

function baseRecipe({ base: files }: ImageInputs): ImageRecipe {
  const digest = contentDigest(prefixed('base/', files));
  return {
    kind: 'base',
    repo: 'sandbox-base',
    digest,
    files,
    buildArgs: { DIGEST: digest },
    title: 'base',
    agent: null,
  };
}

function layerRecipe(layer: ImageLayer, below: string): ImageRecipe {
  const files = { Dockerfile: layerDockerfile(layer) };
  const digest = contentDigest({ ...prefixed('user/', files), below });
  return { kind: 'user', repo: 'sandbox-user', digest, files, buildArgs: {}, title: 'your layer', agent: null };
}

function agentRecipe(
  name: string,
  install: NonNullable<Agent['install']>,
  below: string,
  { agent: files }: ImageInputs,
): ImageRecipe {
  const args = {
    PACKAGE: install.npmPackage,
    VERSION: install.version,
    ALLOW_SCRIPTS: install.allowScripts.join(','),
  };
  const digest = contentDigest({ ...prefixed('agent/', files), ...prefixed('arg:', args), below });
  return {
    kind: 'agent',
    repo: `sandbox-agent-${name}`,
    digest,
    files,
    buildArgs: { ...args, DIGEST: digest },
    title: `${name} ${install.version}`,
    agent: { name, version: install.version },
  };
}

function prefixed(prefix: string, texts: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [prefix + name, text]));
}
