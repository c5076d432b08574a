import { agents } from '../agents/index.ts';
import { loadConfig } from '../config/load.ts';
import type { Config } from '../config/resolve.ts';
import { sessionFlags, toLaunchOptions } from '../config/to-launch-options.ts';
import type { Engine } from '../engine/engine.ts';
import { imageChain, refOf } from '../images/chain.ts';
import { imageStatus } from '../images/image-status.ts';
import type { ListedImage } from '../images/image-status.ts';
import { imageLabels } from '../images/labels.ts';
import { readImageInputs } from '../images/read-inputs.ts';
import { atVersion } from '../plan/at-version.ts';
import type { Configured } from './configured.ts';
import type { Deps } from './command.ts';

/** Every image of ours at this engine, judged by what the configuration of this user wants, in every project of it. */
export async function surveyImages(
  engine: Engine,
  place: Configured,
  deps: Pick<Deps, 'programDir'>,
): Promise<readonly ListedImage[]> {
  const inputs = readImageInputs(deps.programDir);
  const { files } = await loadConfig(place, place.workspace);
  const places = [place.workspace, ...files.flatMap(({ projects }) => projects.map(({ path }) => path))];
  const wanted = new Set<string>();
  const versions = new Map<string, string>();
  for (const agent of agents) {
    for (const workspace of places) {
      const config: Config = await place.config(agent, workspace);
      const { image, layer, agentVersion } = toLaunchOptions(agent, config, sessionFlags({}, '/'), []);
      const chosen = atVersion(agent, agentVersion);
      if (workspace === place.workspace && chosen.install !== null) versions.set(agent.name, chosen.install.version);
      const chain = imageChain(chosen, image, inputs, layer);
      if (chain.customBase !== null) wanted.add(chain.customBase);
      for (const recipe of [chain.base, chain.layer, chain.agent]) if (recipe !== null) wanted.add(refOf(recipe));
    }
  }
  const [images, used] = await Promise.all([engine.listImages(imageLabels.kind), engine.listUsedImages()]);
  return imageStatus({ images, used, wanted, versions, now: Date.now() });
}
