import type { SessionCheck } from '../check.ts';
import { judgeAbsentNames } from '../judge-absent-names.ts';

const names = ['.Xauthority', '.ICEauthority', '.serverauth'];

export const check: SessionCheck = {
  id: '15',
  title: 'no key to the desktop is in the home directory',
  threat:
    '.Xauthority and .ICEauthority are the keys to the user’s screen: whoever reads them and reaches the display sees every key that is typed and can type themselves.',
  stage: 'session',
  level: 'fail',
  evaluate: ({ attestation }, { user }) => judgeAbsentNames(attestation, user.home, names),
};
