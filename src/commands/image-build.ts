import { findAgent } from '../agents/index.ts';
import { openEngine } from '../engine/open.ts';
import { findDirectories } from '../host/find-directories.ts';
import { findUser } from '../host/find-user.ts';
import { ensureImage } from '../images/ensure.ts';
import { imageRequestFor } from '../images/image-request.ts';
import { Interruption } from '../session/interruption.ts';
import { onSignals } from '../session/signals.ts';
import { openStateDirectory } from '../state/state-directory.ts';
import { buildProgress } from '../ui/build-progress.ts';
import { Messages } from '../ui/messages.ts';
import type { Deps, Invocation } from './command.ts';
import { loudness } from './loudness.ts';

/** Builds what a launch would build. As root it can also make the root file system that ordinary users then share. */
export async function imageBuild({ positionals, flags }: Invocation, deps: Deps): Promise<number> {
  const agent = findAgent(positionals[0] ?? 'shell');
  const messages = new Messages(deps.stderr, loudness(flags));
  const user = findUser(deps.env);
  const dirs = findDirectories(deps.env, user.home, deps.programDir);
  openStateDirectory(dirs.state);
  const engine = await openEngine({ env: deps.env, home: user.home });
  const request = imageRequestFor({
    agent,
    options: { image: null },
    facts: { dirs },
    env: deps.env,
    assumeYes: flags['yes'] === true,
  });
  const interruption = new Interruption();
  const stop = onSignals(interruption.onSignal);
  try {
    const { id, ref, built } = await ensureImage(
      engine,
      request,
      buildProgress(deps.stderr, messages),
      interruption.abort,
    );
    deps.stdout.write(`${ref} ${id}${built ? '' : ' (was there already)'}\n`);
    return 0;
  } finally {
    stop();
  }
}
