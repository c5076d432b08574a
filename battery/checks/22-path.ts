import type { SessionCheck } from '../check.ts';

export const check: SessionCheck = {
  id: '22',
  title: 'no writable directory comes before the agent’s on PATH',
  threat:
    'Whoever can write a directory that PATH names first decides what `git`, `node` or the agent itself is: the next command ' +
    'that is called by its name runs what was put there.',
  stage: 'session',
  level: 'fail',
  evaluate({ attestation: { command, writablePathDirs } }) {
    const found = writablePathDirs;
    return {
      verdict: found.length === 0 ? 'pass' : 'fail',
      expected: 'only directories that cannot be written',
      found:
        found.length > 0
          ? found.map((path) => path || '(the current directory)').join(', ')
          : (command?.path ?? 'none'),
      hint: 'Install the program into a directory of the image, and take writable directories off the image’s PATH.',
    };
  },
};
