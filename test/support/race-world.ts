import { execFileSync } from 'node:child_process';
import { chownSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makePerson } from './person.ts';
import type { Person } from './person.ts';

/** One thing on the host that a launch mounts, or covers with a mount, and that somebody may swap meanwhile. */
export interface RaceSource {
  readonly what: string;
  readonly type: 'directory' | 'file';
  /** Where it lies on the host. Of the session's own: once the launch has made it. */
  readonly path: (world: RaceWorld) => string;
  /** Where a session has it; null: there it is covered by a mask or a shipped skill. */
  readonly target: ((world: RaceWorld) => string) | null;
  /** It is the session's own directory, or in it: made by the launch, and removed. */
  readonly ours: boolean;
}

/** A person with every kind of bind source: see `launch`. */
export interface RaceWorld {
  readonly person: Person;
  readonly session: () => string;
  /** What no session may see or change: the target of every link, the other object of every swap. */
  readonly foreign: string;
  /** Arguments of a launch that mounts every kind of source, and then looks at `targets` from inside. */
  readonly launch: (targets: readonly string[]) => readonly string[];
  /** Lets the agent of `launch` look and end. */
  readonly look: () => void;
}

const home = ({ person }: RaceWorld, path: string): string => join(person.home, path);
const at = (what: string, path: string, type: RaceSource['type'] = 'directory'): RaceSource => ({
  what,
  type,
  path: (world) => home(world, path),
  target: (world) => home(world, path),
  ours: false,
});
const covered = (what: string, path: string): RaceSource => ({ ...at(what, path), target: null });
const own = (what: string, name: string, target: string, type: RaceSource['type']): RaceSource => ({
  what,
  type,
  path: (world) => join(world.session(), name),
  target: () => target,
  ours: true,
});

export const raceSources: readonly RaceSource[] = [
  at('workspace', 'work/project'),
  at('shared skills', '.agents/skills'),
  at('own config', '.codex'),
  covered('mask’s place', '.codex/tmp'),
  covered('shipped skill’s place', '.codex/skills/sandbox-user'),
  covered('own skills directory', '.codex/skills'),
  at('extra directory', 'extra/lib'),
  at('extra file', 'extra/todo', 'file'),
  at('common git directory', 'repository/main/.git'),
  own('session directory', 'run', '/run/sandbox', 'directory'),
  own('identity', 'passwd', '/etc/passwd', 'file'),
  {
    what: 'cache',
    type: 'directory',
    path: (world) => {
      const root = home(world, '.cache/sandbox');
      return join(root, readdirSync(root)[0] ?? '', 'codex');
    },
    target: (world) => home(world, '.cache'),
    ours: false,
  },
];

/**
 * The agent is Codex, because it has masks and skills of its own; its program is Node, which runs this first. It waits
 * for `go`, so that what the test does at a later point comes before the look.
 */
const PROBE = `
const { existsSync, statSync, writeFileSync } = require('node:fs');
const end = Date.now() + 30_000;
while (!existsSync('/probe/go') && Date.now() < end) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
writeFileSync('ran', '');
const id = (path) => {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? null : stat.dev + ':' + stat.ino;
};
process.stdout.write(JSON.stringify(Object.fromEntries(process.env.TARGETS.split(':').map((path) => [path, id(path)]))));
process.exit(0);
`;

export function raceWorld(kind: 'root' | 'user'): RaceWorld {
  const person = makePerson(kind);
  const directories = ['.agents/skills', '.codex', 'extra/lib', 'probe', 'foreign/skills'].map(person.directory);
  for (const directory of directories) writeFileSync(join(directory, 'marker'), directory);
  person.file('extra/todo', 'write tests');
  person.file('probe/probe.cjs', PROBE);
  person.file('.config/sandbox/config.yaml', 'cache: true\n', 0o600);
  const foreign = join(person.home, 'foreign');
  person.file('foreign/secret', 'not for sessions');
  const main = person.directory('repository/main');
  const [file = '', ...args] = person.argv([
    'sh',
    '-c',
    'git init -q && git -c user.name=A -c user.email=a@example.org commit -q --allow-empty -m one && git worktree add -q ../../work/project -b side',
  ]);
  execFileSync(file, args, { cwd: main, env: person.env() });
  return {
    person,
    foreign,
    session: () => {
      const sessions = join(person.home, '.local/state/sandbox/sessions');
      return join(sessions, readdirSync(sessions).find((name) => /^[0-9a-f]{12}$/.test(name)) ?? 'none');
    },
    launch: (targets) => [
      'launch',
      'codex',
      '--quiet',
      ...['-w', person.project],
      ...['--mount', `${join(person.home, 'probe')}:/probe`],
      ...['--mount', `${join(person.home, 'extra/lib')}:rw`],
      ...['--mount', `${join(person.home, 'extra/todo')}:rw`],
      ...['--env', 'NODE_OPTIONS=--require /probe/probe.cjs'],
      ...['--env', `TARGETS=${targets.join(':')}`],
    ],
    look: () => {
      const go = join(person.home, 'probe/go');
      writeFileSync(go, '');
      chownSync(go, person.uid, person.gid);
    },
  };
}

/** Device and inode of what lies there now, as the agent of `launch` says it. */
export function objectAt(path: string): string {
  const { dev, ino } = statSync(path, { bigint: true });
  return `${dev}:${ino}`;
}
