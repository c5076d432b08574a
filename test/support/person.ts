import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

/** Who runs the command: root, or an ordinary user who may use the engine. */
export interface Person {
  readonly label: string;
  readonly uid: number;
  readonly gid: number;
  readonly home: string;
  /** A project directory of theirs, empty but for what the test puts there. */
  readonly project: string;
  /** Writes a file of theirs (relative to home), parents included. */
  file(path: string, text: string, mode?: number): string;
  directory(path: string): string;
  run(command: readonly string[], options?: RunOptions): Promise<RunResult>;
  start(command: readonly string[], options?: RunOptions): ChildProcess;
  /** Program and arguments that run `command` as this person, for a pseudo-terminal. */
  argv(command: readonly string[]): readonly string[];
  env(extra?: Readonly<Record<string, string>>): Record<string, string>;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
  readonly stdio?: 'pipe' | readonly ['pipe' | 'ignore', 'pipe', 'pipe'];
}

export interface RunResult {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** When the test ends that this is called in, else when the test file does. */
function finallyDo(work: () => void): void {
  try {
    onTestFinished(work);
  } catch {
    afterAll(work);
  }
}

/** A home of their own outside /tmp, removed with the test or the test file it was made in. */
export function makePerson(kind: 'root' | 'user'): Person {
  const ids = kind === 'root' ? { uid: 0, gid: 0 } : { uid: 1000, gid: 1000 };
  const base = mkdtempSync('/var/tmp/sandbox-e2e-');
  finallyDo(() => rmSync(base, { recursive: true, force: true }));
  chmodSync(base, 0o755);
  const home = join(base, 'home');
  const directory = (path: string): string => {
    const full = path.startsWith('/') ? path : join(home, path);
    if (full === base) return full;
    directory(dirname(full));
    try {
      mkdirSync(full, { mode: full === home ? 0o700 : 0o755 });
      chownSync(full, ids.uid, ids.gid);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    return full;
  };
  directory(home);
  const project = directory(join(home, 'work/project'));
  const argv = (command: readonly string[]): readonly string[] =>
    kind === 'root'
      ? command
      : ['setpriv', '--reuid=1000', '--regid=1000', `--groups=1000,${socketGroup()}`, '--', ...command];
  const env = (extra: Readonly<Record<string, string>> = {}): Record<string, string> => ({
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    USER: kind === 'root' ? 'root' : 'ada',
    TERM: 'xterm-256color',
    ...Object.fromEntries(
      ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE'].flatMap((name) =>
        process.env[name] === undefined ? [] : [[name, process.env[name] ?? '']],
      ),
    ),
    ...extra,
  });
  const start = (command: readonly string[], options: RunOptions = {}): ChildProcess => {
    const [file = '', ...args] = argv(command);
    return spawn(file, args, {
      cwd: options.cwd ?? project,
      env: env(options.env),
      stdio: options.stdio === undefined || options.stdio === 'pipe' ? 'pipe' : [...options.stdio],
    });
  };
  return {
    label: kind,
    ...ids,
    home,
    project,
    directory,
    argv,
    env,
    start,
    file(path, text, mode = 0o644) {
      const full = path.startsWith('/') ? path : join(home, path);
      directory(dirname(full));
      writeFileSync(full, text, { mode });
      chownSync(full, ids.uid, ids.gid);
      return full;
    },
    run: (command, options = {}) => finish(start(command, options), options.input),
  };
}

/** Everything a child says, and how it ended. Its input is ended at once, unless the caller keeps it. */
export function finish(child: ChildProcess, input?: string, keepInput = false): Promise<RunResult> {
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => err.push(chunk));
  child.stdin?.on('error', () => undefined);
  if (!keepInput) child.stdin?.end(input ?? '');
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) =>
      resolve({ code, signal, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString() }),
    );
  });
}

function socketGroup(): number {
  const socket = /^unix:\/\/(.+)$/.exec(process.env['DOCKER_HOST'] ?? '')?.[1] ?? '/var/run/docker.sock';
  return statSync(socket).gid;
}

export const readText = (path: string): string => readFileSync(path, 'utf8');
