import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Agent } from '../agents/agent.ts';
import { findAgent } from '../agents/index.ts';
import { judgeLogin } from '../agents/judge-login.ts';
import { AppError } from '../errors.ts';
import { findLoginFiles } from '../host/find-login-files.ts';
import { findUser } from '../host/find-user.ts';
import { Messages } from '../ui/messages.ts';
import type { Deps, Invocation } from './command.ts';
import { session } from './launch.ts';
import { loudness } from './loudness.ts';
import { reseed } from './reseed.ts';

/**
 * The agent's own login in a session of its own: what it stores lies in its config directory, as after a login inside any
 * session. The verdict is what lies there afterwards. Ends with 1 when the agent is content and there is no login.
 */
export async function login(invocation: Invocation, deps: Deps): Promise<number> {
  const { positionals, flags, args } = invocation;
  const agent = findAgent(positionals[0] ?? '');
  if (agent.config === null || agent.login === null)
    throw new AppError('USAGE', `${agent.name} has no login`, 'Sign in to codex, claude or pi.');
  const messages = new Messages(deps.stderr, loudness(flags));
  if (flags['reseed'] === true) return reseed(agent, invocation, deps, messages);
  const { home, uid } = findUser(deps.env);
  const look = () => judgeLogin(findLoginFiles(join(home, agent.config?.dir ?? ''), agent.logins), { uid });
  if (look().signedIn && flags['yes'] !== true) {
    for (const warning of look().warnings) messages.warn(warning);
    messages.note(`${agent.displayName} is signed in already; to sign in again: sandbox login ${agent.name} --yes`);
    messages.note('that gives the present login up, perhaps before there is a new one');
    return 0;
  }
  const terminal = deps.stdin.isTTY === true && deps.stdout.isTTY === true;
  if (agent.login.terminal && !terminal)
    throw new AppError(
      'USAGE',
      `the login of ${agent.displayName} needs a terminal: something must be typed there`,
      `Run sandbox login ${agent.name} in a terminal, or pass a key to the session with --env.`,
    );
  messages.note(agent.login.steps);
  messages.note(`the login is stored in ${storedIn(agent, home)}, which ${agent.displayName} on this machine uses too`);
  const place = typeof flags['workspace'] === 'string' ? null : mkdtempSync('/var/tmp/sandbox-login-');
  try {
    const asked: Invocation = {
      ...invocation,
      args: [...agent.login.args, ...args],
      flags: { ...flags, network: 'internet', skills: 'off', ...(place === null ? {} : { workspace: place }) },
    };
    const { result } = await session(asked, deps, 'end', (options) => ({ ...options, unattended: false, publish: [] }));
    if (result.reason !== 'agent') return result.code;
    const { signedIn, warnings } = look();
    for (const warning of warnings) messages.warn(warning);
    messages.note(`${agent.displayName} is ${signedIn ? '' : 'not '}signed in`);
    return result.code === 0 && !signedIn ? 1 : result.code;
  } finally {
    if (place !== null) rmSync(place, { recursive: true, force: true });
  }
}

function storedIn(agent: Agent, home: string): string {
  return join(home, agent.config?.dir ?? '', agent.logins[0]?.file ?? '');
}
