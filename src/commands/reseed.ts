import { closeSync } from 'node:fs';
import { join } from 'node:path';
import type { Agent } from '../agents/agent.ts';
import { AppError } from '../errors.ts';
import { chooseWorkspace } from '../host/choose-workspace.ts';
import type { HostFacts } from '../host/facts.ts';
import { findCwd } from '../host/find-cwd.ts';
import { findDirectories } from '../host/find-directories.ts';
import { findUser } from '../host/find-user.ts';
import { linkPolicy } from '../host/link-policy.ts';
import { pinSource } from '../host/pin-source.ts';
import { readSeed } from '../host/read-seed.ts';
import { reseedConfig } from '../host/reseed-config.ts';
import { findOtherSessions } from '../own-config/find-other-sessions.ts';
import type { Messages } from '../ui/messages.ts';
import type { Deps, Invocation } from './command.ts';

/**
 * `login --reseed`: the file that a first session made from the host's own is made again, with what the host's says now and
 * the entry of the workspace one is in. No session is started; while one is live nothing is done, since its agent writes
 * the file too. What there is now is kept beside it.
 */
export function reseed(agent: Agent, { flags, args }: Invocation, deps: Deps, messages: Messages): number {
  const { config } = agent;
  const seed = config?.seed ?? null;
  if (config === null || seed === null)
    throw new AppError('USAGE', `--reseed is for claude: ${agent.name} has no file to make again`, 'Leave it out.');
  if (args.length > 0) throw new AppError('USAGE', '--reseed takes nothing after --', 'Leave it out.');
  const user = findUser(deps.env);
  const facts = { user, dirs: findDirectories(deps.env, user.home, deps.programDir) };
  const workspace = workspaceOf(typeof flags['workspace'] === 'string' ? flags['workspace'] : null, user.home);
  const source = join(user.home, seed.from);
  const selected = readSeed(seed, { ...facts, workspace });
  if (selected === null)
    throw new AppError(
      'PATH_NOT_FOUND',
      `there is no ${source} to make it from`,
      `Sign in: sandbox login ${agent.name}.`,
    );
  if (Object.keys(selected).length === 0)
    throw new AppError('SOURCE_REFUSED', `${source} says nothing that a session needs`, 'Nothing was changed.');
  const directory = join(user.home, config.dir);
  const mounts = [{ source: directory, options: { trust: 'caller' as const } }];
  const pin = pinSource(directory, {
    uid: user.uid,
    expect: 'directory',
    allowLink: linkPolicy({ mounts }, facts, { links: [], ancestors: [] }),
  });
  try {
    if (pin.uid !== user.uid)
      throw new AppError('SOURCE_OWNER', `${directory} belongs to user ${pin.uid}`, 'Use a directory of yours.');
    const live = findOtherSessions(facts.dirs.state, { session: null, agent: agent.name, directory: pin });
    if (live.length > 0)
      throw new AppError(
        'SOURCE_REFUSED',
        `session ${live.map(({ id }) => id).join(', ')} uses ${directory} at this moment`,
        'End it (sandbox ps, sandbox stop), and try again.',
      );
    const backup = `${seed.file}.before-reseed-${new Date().toISOString().replace(/[:.]/g, '-')}`;
    const kept = reseedConfig(pin.fd, seed.file, backup, `${JSON.stringify(selected, null, 2)}\n`);
    messages.note(`${join(directory, seed.file)} was made again from ${source}`);
    if (kept) messages.note(`the one before is kept: ${join(directory, backup)}`);
  } finally {
    closeSync(pin.fd);
  }
  return 0;
}

/** In the home itself there is no workspace, and no workspace's entry is taken over. */
function workspaceOf(option: string | null, home: string): HostFacts['workspace'] | null {
  try {
    return chooseWorkspace({ option, cwd: findCwd(), home });
  } catch (error) {
    if (option === null && error instanceof AppError && error.code === 'WORKSPACE_REFUSED') return null;
    throw error;
  }
}
