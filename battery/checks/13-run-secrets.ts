import type { SessionCheck } from '../check.ts';
import { judgeEmpty } from '../judge-empty.ts';

export const check: SessionCheck = {
  id: '13',
  title: '/run/secrets is absent or empty',
  threat:
    'Orchestrators put secrets into /run/secrets without being asked, and some engines mount the host’s subscriptions there by default. Nothing of that belongs to this session.',
  stage: 'session',
  level: 'fail',
  evaluate: ({ attestation }) => judgeEmpty(attestation, '/run/secrets'),
};
