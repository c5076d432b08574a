import { agents } from '../../src/agents/index.ts';
import type { LaunchPlan } from '../../src/plan/launch-plan.ts';
import type { AttestedEntry } from '../attestation.ts';
import type { SessionCheck } from '../check.ts';
import { nameSome } from '../name-some.ts';

export const check: SessionCheck = {
  id: '03',
  title: 'the home directory holds only what the plan names',
  threat:
    'The home directory is where logins, keys and the other agents’ directories live. A name in it that nobody planned is ' +
    'something of the host inside the session, or a channel to the next one. Beside the shared skills, `~/.agents` would ' +
    'be writable by every agent and read by every agent: one could instruct another through it.',
  stage: 'session',
  level: 'fail',
  evaluate({ attestation }, plan) {
    const { home } = plan.user;
    const foreign = otherAgents(plan);
    const problems = [home, `${home}/.agents`].flatMap((directory) => {
      const planned = children(plan, directory);
      const listing = attestation.listings[directory];
      if (listing === undefined) return [`${directory} was not listed`];
      if (listing === null) return directory !== home && planned.size === 0 ? [] : [`${directory} cannot be listed`];
      return differences(directory, listing, planned, directory === home ? foreign : new Set());
    });
    return {
      verdict: problems.length === 0 ? 'pass' : 'fail',
      expected: `only ${nameSome([...children(plan, home).keys()].sort(), 20) || 'nothing'} in ${home}`,
      found: problems.length === 0 ? 'exactly that' : problems.join('; '),
      hint: 'Rebuild the image with `sandbox image build`; a mount of yours below another agent’s directory must go.',
    };
  },
};

function differences(
  directory: string,
  listing: readonly AttestedEntry[],
  planned: ReadonlyMap<string, string>,
  foreign: ReadonlySet<string>,
): readonly string[] {
  // Names arrive as latin1, one character a byte; planned names are put into the same form.
  const names = (entries: readonly AttestedEntry[]): string => nameSome(entries.map(({ name }) => readable(name)));
  const others = listing.filter(({ name }) => foreign.has(name));
  const extra = listing.filter(({ name }) => !foreign.has(name) && !planned.has(name));
  const changed = listing.filter(({ name, type }) => planned.get(name)?.includes(type) === false);
  const missing = [...planned.keys()].filter((name) => !listing.some((entry) => entry.name === name));
  return [
    ...(others.length === 0 ? [] : [`another agent’s ${names(others)} is in ${directory}`]),
    ...(extra.length === 0 ? [] : [`${directory} also holds ${names(extra)}`]),
    ...(changed.length === 0 ? [] : [`${names(changed)} in ${directory} is not of the planned type`]),
    ...(missing.length === 0 ? [] : [`${directory} lacks ${nameSome(missing.map(readable))}`]),
  ];
}

/** Names directly in `directory` that lead to something planned, each with the type letters it may have. */
function children(plan: LaunchPlan, directory: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const types = new Map(plan.mounts.map(({ target, options }) => [target, options.type]));
  const letters = { directory: 'd', file: 'f', plain: 'df' };
  for (const { target } of [...plan.mounts, ...plan.tmpfs]) {
    if (!target.startsWith(`${directory}/`)) continue;
    const [name = ''] = target.slice(directory.length + 1).split('/');
    found.set(Buffer.from(name).toString('latin1'), letters[types.get(`${directory}/${name}`) ?? 'directory']);
  }
  return found;
}

/** Top-level names of every agent but the one whose own configuration is mounted; never legitimate, planned or not. */
function otherAgents(plan: LaunchPlan): ReadonlySet<string> {
  const own = plan.mounts.filter(({ kind }) => kind === 'own-config').map(({ target }) => target);
  return new Set(
    agents
      .flatMap(({ config, credentialFiles }) => [...(config === null ? [] : [config.dir]), ...credentialFiles])
      .filter((path) => !own.includes(`${plan.user.home}/${path}`))
      .map((path) => path.split('/')[0] ?? path)
      .filter((name) => !own.some((target) => target.startsWith(`${plan.user.home}/${name}/`))),
  );
}

function readable(name: string): string {
  return Buffer.from(name, 'latin1').toString('utf8');
}
