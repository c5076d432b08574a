import { join } from 'node:path';
import { isSignedIn } from '../host/is-signed-in.ts';
import type { Deps } from './command.ts';
import type { Prepared } from './prepare.ts';

/** What a person should know at every launch: where, with what, and what they may be missing. */
export function launchLines(
  { agent, options, facts, plan }: Prepared,
  env: Deps['env'],
  command = 'launch',
): readonly string[] {
  const skills = agent.config === null && options.skills !== 'off' ? '' : ` · skills ${options.skills}`;
  const { name, home, otherHome } = facts.user;
  const lines = [
    `${agent.name} in ${plan.workspace.source} (${plan.workspace.mode}) · network ${plan.network}${skills}`,
  ];
  if (otherHome !== null) lines.push(`$HOME is ${home}; the password database says ${otherHome} for ${name}`);
  for (const { name: variable, optional } of options.env) {
    if (optional === true && !facts.envNames.has(variable))
      lines.push(`${variable}, named in your configuration, is not set here and not passed`);
  }
  if (plan.publish.length > 0) {
    const places = plan.publish.map((port) => `127.0.0.1:${port}`).join(', ');
    lines.push(`published for every program of this machine: ${places}; inside, listen on 0.0.0.0`);
  }
  lines.push(...plan.notes);
  if (options.model !== null || agent.config === null) return lines;
  const named = new Set(options.env.map((variable) => variable.name));
  const key = agent.ownKeys.find(
    (candidate) => env[candidate] !== undefined && env[candidate] !== '' && !named.has(candidate),
  );
  const given = agent.ownKeys.some((candidate) => named.has(candidate));
  if (key !== undefined) lines.push(`${key} is set here and not passed; to pass it: --env ${key}`);
  const config = join(home, agent.config.dir);
  if (command !== 'login' && !given && !isSignedIn(config, agent.logins)) {
    lines.push(`${agent.displayName} is not signed in here: sandbox login ${agent.name}, or pass a key with --env`);
  }
  return lines;
}
