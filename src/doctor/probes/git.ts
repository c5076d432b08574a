import { findExecutable } from '../../host/find-executable.ts';
import { probe } from '../probe.ts';

export const git = probe({
  id: 'git',
  title: 'git',
  why: 'your name and e-mail for commits in a session are asked of the git of this machine',
  mend: 'sudo apt-get install git',
  gather: ({ env, workspace }) => findExecutable('git', env['PATH'], [workspace]),
  judge: (path: string | null) =>
    path === null ? { state: 'warn', found: 'not on PATH' } : { state: 'ok', found: path },
});
