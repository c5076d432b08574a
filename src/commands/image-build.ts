import { agents, findAgent } from '../agents/index.ts';
import type { Agent } from '../agents/agent.ts';
import { sessionFlags, toLaunchOptions } from '../config/to-launch-options.ts';
import { openEngine } from '../engine/open.ts';
import { AppError } from '../errors.ts';
import { ensureImage } from '../images/ensure.ts';
import { imageRequestFor } from '../images/image-request.ts';
import { atVersion } from '../plan/at-version.ts';
import { Interruption } from '../session/interruption.ts';
import { onSignals } from '../session/signals.ts';
import { openStateDirectory } from '../state/state-directory.ts';
import { buildProgress } from '../ui/build-progress.ts';
import { Messages } from '../ui/messages.ts';
import type { Deps, Invocation } from './command.ts';
import { configured } from './configured.ts';
import { loudness } from './loudness.ts';

/** Builds what a launch from here would build. As root it can also make the root file system that ordinary users then share. */
export async function imageBuild({ positionals, flags }: Invocation, deps: Deps): Promise<number> {
  const chosen = positionals[0] === 'all' ? agents : [findAgent(positionals[0] ?? 'shell')];
  if (chosen.length > 1 && flags['agentVersion'] !== undefined)
    throw new AppError('BAD_VALUE', 'agents have different versions', 'Name one agent with --agent-version.');
  const messages = new Messages(deps.stderr, loudness(flags));
  const place = configured(flags, deps);
  openStateDirectory(place.dirs.state);
  const requests = await Promise.all(chosen.map((agent) => request(agent)));
  const engine = await openEngine({ env: deps.env, home: place.user.home, deadlines: deps.deadlines });
  const interruption = new Interruption();
  const stop = onSignals(interruption.onSignal);
  try {
    for (const one of requests) {
      const progress = buildProgress(deps.stderr, messages, loudness(flags));
      const { id, ref, built } = await ensureImage(engine, one, progress, interruption.abort);
      deps.stdout.write(`${ref} ${id}${built ? '' : ' (was there already)'}\n`);
    }
    return 0;
  } finally {
    stop();
  }

  async function request(agent: Agent) {
    const options = toLaunchOptions(agent, await place.config(agent), sessionFlags({}, '/'), []);
    return imageRequestFor({
      agent: atVersion(agent, options.agentVersion),
      options,
      facts: place,
      env: deps.env,
      assumeYes: flags['yes'] === true,
    });
  }
}
