import { openEngine } from '../engine/open.ts';
import type { Engine } from '../engine/engine.ts';
import { findDirectories } from '../host/find-directories.ts';
import { findUser } from '../host/find-user.ts';
import type { Asker } from '../session/list-sessions.ts';
import { currentOwner } from '../state/owner.ts';
import type { Deps } from './command.ts';

/** Who asks about sessions, and the engine. Configuration is not read: it says nothing about sessions that run. */
export async function sessionPlace(deps: Deps): Promise<{ readonly engine: Engine; readonly asker: Asker }> {
  const user = findUser(deps.env);
  const state = findDirectories(deps.env, user.home, deps.programDir).state;
  const engine = await openEngine({ env: deps.env, home: user.home, deadlines: deps.deadlines });
  return { engine, asker: { state, uid: user.uid, owner: currentOwner() } };
}
