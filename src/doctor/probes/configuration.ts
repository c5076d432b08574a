import type { AppError } from '../../errors.ts';
import { probe } from '../probe.ts';

export const configuration = probe({
  id: 'configuration',
  title: 'configuration',
  why: 'no session starts while a setting is not valid',
  mend: 'sandbox config path, then mend what is named; sandbox config schema says what a file may hold',
  gather: ({ configuration: read }) => read(),
  judge: (error: AppError | null) =>
    error === null
      ? { state: 'ok', found: 'valid' }
      : { state: 'fail', found: [error.message, ...error.details].join(' · ') },
});
