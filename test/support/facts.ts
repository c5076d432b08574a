import type { HostFacts } from '../../src/host/facts.ts';
import type { LaunchOptions } from '../../src/plan/launch-options.ts';

type Parts = Partial<Omit<HostFacts, 'user' | 'workspace' | 'dirs'>> & {
  readonly user?: Partial<HostFacts['user']>;
  readonly workspace?: Partial<HostFacts['workspace']>;
  readonly dirs?: Partial<HostFacts['dirs']>;
};

/** An ordinary user in an ordinary project; override what a test is about. */
export function makeFacts(parts: Parts = {}): HostFacts {
  const user = { uid: 1000, gid: 1000, groups: [], name: 'ada', home: '/home/ada', otherHome: null, ...parts.user };
  const path = parts.workspace?.path ?? `${user.home}/projects/app`;
  return {
    cwd: path,
    stdinTty: false,
    stdoutTty: false,
    passed: {},
    certificates: {},
    envNames: new Set(),
    fileLimit: 1_048_576,
    managed: [],
    shippedSkills: { names: [], place: 'absent', link: null, taken: {} },
    git: null,
    ...parts,
    user,
    dirs: {
      state: `${user.home}/.local/state/sandbox`,
      config: `${user.home}/.config/sandbox`,
      cache: `${user.home}/.cache/sandbox`,
      program: '/opt/sandbox',
      share: '/user-terminal-config',
      ...parts.dirs,
    },
    workspace: { path, start: path, uid: user.uid, gid: user.gid, mode: 0o40755, ...parts.workspace },
  };
}

/** What `sandbox launch codex` without any option asks for. */
export function makeOptions(parts: Partial<LaunchOptions> = {}): LaunchOptions {
  return {
    agent: 'codex',
    workspace: null,
    readOnly: false,
    skills: 'rw',
    mounts: [],
    env: [],
    network: 'internet',
    publish: [],
    memory: { share: 0.5 },
    cpus: null,
    pids: 4096,
    homeSize: 2 * 1024 ** 3,
    image: null,
    layer: null,
    agentVersion: null,
    unattended: false,
    cache: false,
    review: 'warn',
    approvals: { links: [], ancestors: [] },
    tty: null,
    gitDir: null,
    allowNested: false,
    args: [],
    model: null,
    ...parts,
  };
}
