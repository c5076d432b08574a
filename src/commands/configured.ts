import { realpathSync } from 'node:fs';
import type { Agent } from '../agents/agent.ts';
import { configure } from '../config/configure.ts';
import { flagLayer } from '../config/flag-layer.ts';
import type { Config } from '../config/resolve.ts';
import { sessionFlags } from '../config/to-launch-options.ts';
import { AppError } from '../errors.ts';
import type { FlagValues } from '../flags/flag.ts';
import { chooseWorkspace } from '../host/choose-workspace.ts';
import type { HostFacts } from '../host/facts.ts';
import { findCwd } from '../host/find-cwd.ts';
import { findDirectories } from '../host/find-directories.ts';
import { findUser } from '../host/find-user.ts';
import type { Deps } from './command.ts';

/** What commands that start no session know: who asks, from where, and what is configured for it. */
export interface Configured {
  readonly user: HostFacts['user'];
  readonly dirs: HostFacts['dirs'];
  readonly workspace: string;
  readonly config: (agent: Agent | null, workspace?: string) => Promise<Config>;
}

/** As `prepare` does it, but a place where no session may start is fine. Throws what `configure` and the flags throw. */
export function configured(flags: FlagValues, deps: Pick<Deps, 'env' | 'programDir'>): Configured {
  const cwd = findCwd();
  const layer = flagLayer(flags, cwd);
  const own = sessionFlags(flags, cwd);
  const user = findUser(deps.env);
  const dirs = findDirectories(deps.env, user.home, deps.programDir);
  const workspace = findWorkspace(own.workspace, cwd, user.home);
  return {
    user,
    dirs,
    workspace,
    config: (agent, place = workspace) =>
      configure({
        agent,
        env: deps.env,
        facts: { user, dirs },
        workspace: place,
        realHome: realpathSync(user.home),
        flags: layer,
      }),
  };
}

function findWorkspace(option: string | null, cwd: string, home: string): string {
  try {
    return chooseWorkspace({ option, cwd, home }).path;
  } catch (error) {
    if (error instanceof AppError && error.code === 'WORKSPACE_REFUSED') return option ?? cwd;
    throw error;
  }
}
