import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { isatty } from 'node:tty';
import { agents } from '../agents/index.ts';
import { chooseWorkspace } from './choose-workspace.ts';
import type { HostFacts } from './facts.ts';
import { findCertificates } from './find-certificates.ts';
import { findCwd } from './find-cwd.ts';
import { findDirectories } from './find-directories.ts';
import { findFileLimit } from './find-file-limit.ts';
import { findGitLayout } from './find-git-layout.ts';
import { findShippedSkills } from './find-shipped-skills.ts';
import { findUser } from './find-user.ts';

const PASSED = ['TERM', 'COLORTERM', 'TZ', 'NO_COLOR'];

/**
 * Looks at this machine once, and changes nothing. `workspaceOption` is `-w` or null; `programDir` is where this program
 * is installed; `ownSkills` is the launched agent's own skills directory, relative to the home. Throws HOME_INVALID,
 * CWD_GONE and what choosing the workspace throws.
 */
export function gatherFacts(input: {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly workspaceOption: string | null;
  readonly programDir: string;
  readonly ownSkills?: string | null;
}): HostFacts {
  const { env, workspaceOption, programDir, ownSkills = null } = input;
  const user = findUser(env);
  const cwd = findCwd();
  const workspace = chooseWorkspace({ option: workspaceOption, cwd, home: user.home });
  return {
    user,
    cwd,
    stdinTty: isatty(0),
    stdoutTty: isatty(1),
    passed: Object.fromEntries(PASSED.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]))),
    certificates: findCertificates(env),
    envNames: new Set(Object.keys(env).filter((name) => env[name] !== undefined)),
    dirs: findDirectories(env, user.home, programDir),
    fileLimit: findFileLimit(),
    managed: findManaged(),
    git: findGitLayout(workspace.path),
    workspace,
    shippedSkills: findShippedSkills(programDir, ownSkills === null ? null : join(user.home, ownSkills)),
  };
}

function findManaged(): readonly string[] {
  const names = new Set(agents.flatMap(({ config }) => (config === null ? [] : [config.managed])));
  return [...names].map((name) => `/etc/${name}`).filter(isDirectory);
}

function isDirectory(path: string): boolean {
  try {
    return lstatSync(path).isDirectory();
  } catch {
    return false;
  }
}
