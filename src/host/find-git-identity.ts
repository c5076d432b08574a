import { execFile } from 'node:child_process';

type Environment = Readonly<Record<string, string | undefined>>;

/** Who the user is for git; null: not configured. */
export interface GitIdentity {
  readonly name: string | null;
  readonly email: string | null;
}

const DEADLINE = 2_000;

/**
 * Name and e-mail of the user's own git configuration, as git itself reads it. `git` is an absolute path; it runs in `/`
 * so that no repository's configuration takes part. No git, no answer within 2 s, an odd value: null, never an error.
 */
export function findGitIdentity(git: string | null, home: string, env: Environment): Promise<GitIdentity> {
  if (git === null) return Promise.resolve({ name: null, email: null });
  // `--global` alone does not follow `include.path` (git-config(1), --includes).
  const args = ['config', '--global', '--includes', '--null', '--get-regexp', String.raw`^user\.(name|email)$`];
  const options = { cwd: '/', env: environment(home, env), timeout: DEADLINE, killSignal: 'SIGKILL' as const };
  return new Promise((resolve) => {
    execFile(git, args, { ...options, maxBuffer: 64 * 1024 }, (error, stdout) => {
      const values = new Map(error === null ? stdout.split('\0').map(entry) : []);
      resolve({ name: checked(values.get('user.name')), email: checked(values.get('user.email')) });
    });
  });
}

function environment(home: string, env: Environment): NodeJS.ProcessEnv {
  const kept = ['XDG_CONFIG_HOME', 'GIT_CONFIG_GLOBAL'].flatMap((name) => {
    const value = env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { HOME: home, LC_ALL: 'C', ...Object.fromEntries(kept) };
}

/** `key\nvalue`; the last of several wins, as in git. */
function entry(text: string): readonly [string, string] {
  const end = text.indexOf('\n');
  return end === -1 ? [text, ''] : [text.slice(0, end), text.slice(end + 1)];
}

function checked(value: string | undefined): string | null {
  if (value === undefined || value === '' || value.length > 256 || /[\u0000-\u001f\u007f\ufffd]/.test(value))
    return null;
  return value;
}
