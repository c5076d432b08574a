import type { Agent } from '../agents/agent.ts';
import { AppError } from '../errors.ts';
import type { HostFacts } from '../host/facts.ts';
import type { LaunchOptions } from './launch-options.ts';
import type { PlannedVariable } from './launch-plan.ts';
import { cacheVariables } from '../mounts/cache-variables.ts';
import { knownTerminals } from './known-terminals.ts';

const SESSION_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** Proxy variables as programs spell them; passed from the host because nothing reaches the network without. */
const proxyNames = [
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'ALL_PROXY',
  'http_proxy',
  'https_proxy',
  'no_proxy',
  'all_proxy',
];

/**
 * Every variable of the session, sorted by name. Ours and the few that are passed carry a value; what the user asked
 * for is only named, so that no secret is ever part of the plan. Throws BAD_VALUE when the user sets a name we set,
 * or asks for one the host does not have.
 */
export function planEnvironment(
  agent: Agent,
  options: LaunchOptions,
  facts: HostFacts,
  tty: boolean,
): readonly PlannedVariable[] {
  const fixed = fixedVariables(agent, facts, { unattended: options.unattended, tty });
  const passed = { ...passedVariables(facts), ...cacheVariables({ agent, options, facts }) };
  const present = options.env.filter(({ name, optional }) => optional !== true || facts.envNames.has(name));
  const requested = present.map(({ name, value }): PlannedVariable => {
    if (Object.hasOwn(fixed, name) && !/^(LANG|LC_[A-Z]+|TZ)$/.test(name)) {
      throw new AppError('BAD_VALUE', `${name} is set by the sandbox and cannot be replaced`, 'Leave it out.');
    }
    if (value === undefined && !facts.envNames.has(name)) {
      throw new AppError(
        'BAD_VALUE',
        `${name} is not set here, so it cannot be passed`,
        `Set it, or write --env ${name}=VALUE.`,
      );
    }
    return { name, from: value === undefined ? 'host' : 'option' };
  });
  const all = new Map<string, PlannedVariable>();
  for (const [name, value] of Object.entries({ ...fixed, ...passed })) all.set(name, { name, value });
  for (const name of proxyNames) if (facts.envNames.has(name)) all.set(name, { name, from: 'host' });
  for (const variable of requested) all.set(variable.name, variable);
  return [...all.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function fixedVariables(agent: Agent, facts: HostFacts, context: Parameters<Agent['env']>[1]): Record<string, string> {
  const { name, home } = facts.user;
  return {
    HOME: home,
    USER: name,
    LOGNAME: name,
    SHELL: '/bin/bash',
    PATH: SESSION_PATH,
    LANG: 'C.UTF-8',
    LC_ALL: 'C.UTF-8',
    IS_SANDBOX: '1',
    SANDBOX_AGENT: agent.name,
    SANDBOX_SESSION: '@session',
    GIT_CONFIG_GLOBAL: '/run/sandbox/gitconfig',
    GIT_CONFIG_SYSTEM: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    ...agent.env(home, context),
  };
}

/** TERM when the image knows it; the host's certificate files as they are found inside. */
function passedVariables(facts: HostFacts): Record<string, string> {
  const term = facts.passed['TERM'];
  return {
    ...Object.fromEntries(Object.keys(facts.certificates).map((name) => [name, `/run/sandbox/${name}.crt`])),
    ...Object.fromEntries(Object.entries(facts.passed).filter(([name]) => name !== 'TERM')),
    TERM: term !== undefined && knownTerminals.has(term) ? term : 'xterm-256color',
  };
}
