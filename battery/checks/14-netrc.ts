import type { SessionCheck } from '../check.ts';
import { judgeAbsentNames } from '../judge-absent-names.ts';

const names = ['.netrc', '_netrc', '.git-credentials', '.authinfo', '.authinfo.gpg'];

export const check: SessionCheck = {
  id: '14',
  title: 'no file of remembered passwords is in the home directory',
  threat:
    'curl, git, ftp and many libraries send what .netrc and its like hold to the named host without asking. In a session every login in such a file is the agent’s.',
  stage: 'session',
  level: 'fail',
  evaluate: ({ attestation }, { user }) => judgeAbsentNames(attestation, user.home, names),
};
