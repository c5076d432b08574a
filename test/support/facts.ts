import type { HostFacts } from '../../src/host/facts.ts';
import type { LaunchOptions } from '../../src/plan/launch-options.ts';

/** A sane machine; tests change what they are about. */
export function someFacts(changes: Partial<HostFacts> = {}): HostFacts {
  return {
    user: { uid: 1000, gid: 1000, groups: [27, 998], name: 'ada', home: '/home/ada', otherHome: null },
    cwd: '/home/ada/work/proj',
    stdinTty: false,
    stdoutTty: false,
    passed: { TERM: 'xterm-256color', TZ: 'Europe/Berlin' },
    envNames: new Set(['TERM', 'TZ', 'PATH', 'HOME', 'OPENAI_API_KEY']),
    dirs: {
      state: '/home/ada/.local/state/sandbox',
      config: '/home/ada/.config/sandbox',
      cache: '/home/ada/.cache/sandbox',
      program: '/usr/local/lib/sandbox',
      share: '/user-terminal-config',
    },
    fileLimit: 1_048_576,
    managed: [],
    git: { kind: 'directory', root: '/home/ada/work/proj' },
    gitIdentity: { name: 'Ada', email: 'ada@example.org' },
    workspace: { path: '/home/ada/work/proj', start: '/home/ada/work/proj', uid: 1000, gid: 1000, mode: 0o40755 },
    ...changes,
  };
}

export function someOptions(changes: Partial<LaunchOptions> = {}): LaunchOptions {
  return {
    agent: 'codex',
    workspace: null,
    readOnly: false,
    skills: 'rw',
    mounts: [],
    env: [],
    network: 'internet',
    memory: { share: 0.5 },
    cpus: null,
    pids: 4096,
    homeSize: 2 * 1024 ** 3,
    image: null,
    unattended: false,
    tty: null,
    gitDir: null,
    allowNested: false,
    args: [],
    model: null,
    ...changes,
  };
}
