import type { Agent } from '../agents/agent.ts';
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
  readonly kind: 'base' | 'agent';
  readonly repo: string;
  /** 16 hex digits; the tag, too. */
  readonly digest: string;
  readonly files: Readonly<Record<string, string>>;
  readonly buildArgs: Readonly<Record<string, string>>;
  /** For people: `codex 0.171.0`, `base`. */
  readonly title: string;
  readonly agent: { readonly name: string; readonly version: string } | null;
}

export interface ImageChain {
  /** Null: the user's own base is taken instead. */
  readonly base: ImageRecipe | null;
  /** The user's own base; null: ours. */
  readonly customBase: string | null;
  /** Null: the agent needs nothing beyond the base. */
  readonly agent: ImageRecipe | null;
  /** Reference of the image sessions run. */
  readonly ref: string;
}

/** Which images an agent needs. Pure: the reference in a plan comes from here. */
export function imageChain(
  agent: Pick<Agent, 'name' | 'install'>,
  customBase: string | null,
  inputs: ImageInputs,
): ImageChain {
  const base = customBase === null ? baseRecipe(inputs) : null;
  const below = customBase ?? (base?.digest as string);
  const top = agent.install === null ? null : agentRecipe(agent.name, agent.install, below, inputs);
  return { base, customBase, agent: top, ref: top !== null ? refOf(top) : base !== null ? refOf(base) : below };
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
