import { findExecutable } from '../../host/find-executable.ts';
import { findGitIdentity } from '../../host/find-git-identity.ts';
import { probe } from '../probe.ts';

export const git = probe({
  id: 'git',
  title: 'git',
  why: 'commits in a session carry the name and e-mail that the git of this machine knows',
  mend: 'sudo apt-get install git',
  async gather({ env, user, workspace }) {
    const path = findExecutable('git', env['PATH'], [workspace]);
    return { path, ...(await findGitIdentity(path, user.home, env)) };
  },
  judge({ path, name, email }) {
    if (path === null) return { state: 'warn', found: 'not on PATH' };
    const missing = [name === null ? 'user.name' : null, email === null ? 'user.email' : null].filter(
      (each) => each !== null,
    );
    return missing.length === 0
      ? { state: 'ok', found: `${path}, and it knows your name and e-mail` }
      : {
          state: 'warn',
          found: `${path}; ${missing.join(' and ')} not set`,
          mend: missing.map((key) => `git config --global ${key} …`).join(' && '),
        };
  },
});
