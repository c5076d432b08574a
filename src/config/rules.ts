import type { Agent } from '../agents/agent.ts';
import type { Source } from './layer.ts';
import type { Config } from './resolve.ts';

/** A contradiction between values that are fine by themselves. */
export interface Contradiction {
  readonly message: string;
  readonly remedy: string;
  readonly sources: readonly Source[];
}

type Rule = (config: Config, agent: Pick<Agent, 'name' | 'install'> | null) => readonly Contradiction[];

/** Rules about several values together. */
const rules: readonly Rule[] = [oneMountEach, versionNeedsPackage];

export function contradictions(...given: Parameters<Rule>): readonly Contradiction[] {
  return rules.flatMap((rule) => rule(...given));
}

function oneMountEach({ settings: { mount } }: Config): readonly Contradiction[] {
  const targets = mount.value.map(({ target }) => target);
  const twice = [...new Set(targets.filter((target, at) => targets.indexOf(target) !== at))];
  return twice.map((target) => ({
    message: `two mounts have the same place in the session: ${target}`,
    remedy: 'Give one of them another DST, or leave it out.',
    sources: mount.sources,
  }));
}

/** A variable may hold for every agent; a flag names this one. */
function versionNeedsPackage(
  { settings: { agentVersion } }: Config,
  agent: Parameters<Rule>[1],
): readonly Contradiction[] {
  const [source] = agentVersion.sources;
  if (agent === null || agent.install !== null || source?.kind !== 'flag') return [];
  return [{ message: `${agent.name} has no version`, remedy: 'Leave --agent-version out.', sources: [source] }];
}
