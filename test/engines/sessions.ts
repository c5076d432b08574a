import { setTimeout as sleep } from 'node:timers/promises';
import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Engine } from '../../src/engine/engine.ts';
import { finish } from '../support/person.ts';
import type { Person } from '../support/person.ts';
import { Terminal } from '../support/terminal.ts';

/** A whole session on an engine, as root and as an ordinary user. */
export interface SessionBehaviour {
  readonly title: string;
  readonly check: (at: SessionBench) => Promise<void>;
}

interface SessionBench {
  readonly engine: Engine;
  readonly person: Person;
  readonly cli: string;
  /** Names the engine: DOCKER_HOST, or nothing. */
  readonly env: Readonly<Record<string, string>>;
}

const command = ({ cli }: SessionBench, ...words: string[]): readonly string[] => [process.execPath, cli, ...words];
const run = (at: SessionBench, ...words: string[]) => at.person.run(command(at, ...words), { env: at.env });

async function sessionsOf({ engine, person }: SessionBench): Promise<readonly string[]> {
  const all = await engine.listContainers('dev.sandbox.session');
  return all
    .filter(({ labels }) => (labels['dev.sandbox.session.workspace'] ?? '').startsWith(person.home))
    .map(({ name, state }) => `${name} ${state}`);
}

/** Path of a file that a session makes in the project; gone, if an earlier one made it. */
function mark({ person }: SessionBench, name: string): string {
  const path = join(person.project, name);
  rmSync(path, { force: true });
  return path;
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('waited in vain');
    await sleep(100);
  }
}

export const sessionBehaviours: readonly SessionBehaviour[] = [
  {
    title: '`launch shell -- true`',
    async check(at) {
      const result = await run(at, 'launch', 'shell', '--', 'true');
      expect([result.code, result.stdout]).toEqual([0, '']);
    },
  },
  {
    title: "`launch shell -- sh -c 'exit 7'`",
    async check(at) {
      expect((await run(at, 'launch', 'shell', '--', 'sh', '-c', 'exit 7')).code).toBe(7);
    },
  },
  {
    title: 'works in the workspace as the caller, with a home of its own',
    async check(at) {
      const made = mark(at, 'made.txt');
      const script = 'id -u; cat hello.txt; ls -A ~/.agents; echo made > made.txt';
      at.person.file('work/project/hello.txt', 'hi\n');
      const result = await run(at, 'launch', 'shell', '--network', 'none', '--', 'sh', '-c', script);
      expect(result.stdout).toBe(`${at.person.uid}\nhi\nskills\n`);
      expect(statSync(made).uid).toBe(at.person.uid);
    },
  },
  {
    title: '`check codex`: no check fails',
    async check(at) {
      const { stdout, stderr, code } = await run(at, 'check', 'codex', '--json');
      const report = JSON.parse(stdout) as {
        counts: Record<string, number>;
        findings: { id: string; verdict: string }[];
      };
      expect(report.findings.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
      expect([code, stderr.includes('CHECK_FAILED')]).toEqual([0, false]);
      expect(report.counts['pass']).toBeGreaterThan(30);
    },
  },
  {
    title: 'a terminal: its size, a change of size, Ctrl-C',
    async check(at) {
      const script =
        'stty size; trap "stty size" WINCH; trap "echo interrupted; exit 3" INT; echo ready; while :; do sleep 0.1; done';
      const terminal = new Terminal(at.person, command(at, 'launch', 'shell', '--', 'sh', '-c', script), {
        cols: 123,
        rows: 45,
        env: { ...at.env },
      });
      await terminal.until(/45 123[\s\S]*ready/);
      terminal.resize(80, 24);
      await terminal.until('24 80');
      terminal.type('\x03');
      await terminal.until('interrupted');
      expect((await terminal.ended).code).toBe(3);
    },
  },
  {
    title: 'SIGTERM ends the session; 143',
    async check(at) {
      const begun = mark(at, 'begun');
      const words = ['launch', 'shell', '--', 'sh', '-c', ': > begun; exec sleep 60'];
      const child = at.person.start(command(at, ...words), { env: at.env });
      const result = finish(child, undefined, true);
      await until(() => existsSync(begun));
      child.kill('SIGTERM');
      expect((await result).code).toBe(143);
    },
  },
  {
    title: 'SIGKILL of the launcher: the lease ends the session, the next launch leaves nothing',
    async check(at) {
      const alive = mark(at, 'alive');
      const script = 'trap "" TERM HUP INT; : > alive; while :; do sleep 0.2; done';
      const child = at.person.start(command(at, 'launch', 'shell', '--', 'sh', '-c', script), { env: at.env });
      const result = finish(child, undefined, true);
      await until(() => existsSync(alive));
      child.kill('SIGKILL');
      await result;
      await until(async () => (await sessionsOf(at)).every((line) => !line.endsWith(' running')));
      expect((await run(at, 'launch', 'shell', '--', 'true')).code).toBe(0);
      expect(await sessionsOf(at)).toEqual([]);
    },
  },
];
