import { shellWord } from '../../src/ui/shell-word.ts';
import type { HostCheck } from '../check.ts';
import type { ConfigObject } from '../config-facts.ts';

const S_IFMT = 0o170000;
const S_IFREG = 0o100000;

export const check: HostCheck = {
  id: '62',
  title: 'the agent’s own configuration is its user’s, and its login nobody else’s',
  threat:
    'Whoever can write in this directory decides what the agent runs, in the session and on the host; whoever can read a ' +
    'login in it has the account. Files of another owner cannot be mended by the agent, which then fails in odd ways.',
  stage: 'host',
  level: 'warn',
  evaluate({ directory, uid, objects }) {
    const wrong = objects.flatMap((object) => {
      const problems = judge(object, uid);
      return problems.length === 0 ? [] : [{ object, problems }];
    });
    const named = wrong
      .slice(0, 5)
      .map(({ object, problems }) => `"${object.path === '' ? directory : object.path}" ${problems.join(' and ')}`);
    const first = wrong[0]?.object;
    return {
      verdict: wrong.length === 0 ? 'pass' : 'fail',
      expected: 'a directory only its user can write, logins only they can read',
      found:
        wrong.length === 0
          ? 'modes and owners are right'
          : `${named.join('; ')}${wrong.length > 5 ? `; and ${wrong.length - 5} more` : ''}`,
      hint: first === undefined ? '' : remedy(first, uid, directory),
    };
  },
};

function judge({ role, uid: owner, mode }: ConfigObject, uid: number): readonly string[] {
  return [
    ...(owner !== uid && owner !== 0 ? [`belongs to user ${owner}`] : []),
    ...((mode & 0o022) !== 0 && role !== 'other' ? [`can be written by others (${octal(mode)})`] : []),
    ...((mode & 0o002) !== 0 && role === 'other' ? [`can be written by everyone (${octal(mode)})`] : []),
    ...((mode & 0o044) !== 0 && role === 'credential' && (mode & S_IFMT) === S_IFREG
      ? [`can be read by others (${octal(mode)})`]
      : []),
  ];
}

function remedy({ path, role, uid: owner }: ConfigObject, uid: number, directory: string): string {
  const full = path === '' ? directory : `${directory}/${path}`;
  const command =
    owner !== uid && owner !== 0 ? `sudo chown -h ${uid}` : role === 'credential' ? 'chmod 600' : 'chmod go-w';
  const word = shellWord(full);
  return word === null
    ? `${command}, on what is named first. Its name is not one to give a shell: list the directory with ls -b.`
    : `${command} ${word}`;
}

function octal(mode: number): string {
  return (mode & 0o7777).toString(8).padStart(4, '0');
}
