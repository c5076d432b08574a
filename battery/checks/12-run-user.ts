import type { SessionCheck } from '../check.ts';
import { judgeEmpty } from '../judge-empty.ts';

export const check: SessionCheck = {
  id: '12',
  title: '/run/user is absent or empty',
  threat:
    'The user’s runtime directory holds the sockets of their login: D-Bus, Wayland, the sound server, the key rings of GnuPG and SSH. Any of them acts on the host in the user’s name.',
  stage: 'session',
  level: 'fail',
  evaluate: ({ attestation }) => judgeEmpty(attestation, '/run/user'),
};
