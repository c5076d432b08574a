import type { Check } from '../check.ts';
import { check as check01 } from './01-sentinel.ts';
import { check as check02 } from './02-no-new-privileges.ts';
import { check as check03 } from './03-home.ts';
import { check as check06 } from './06-capabilities.ts';
import { check as check17 } from './17-workspace.ts';
import { check as check21 } from './21-command.ts';
import { check as check23 } from './23-mounts.ts';
import { check as check24 } from './24-objects.ts';
import { check as check25 } from './25-root-read-only.ts';
import { check as check26 } from './26-seccomp.ts';
import { check as check27 } from './27-user.ts';

/** Every session-stage check, by number. A static list because the program is bundled; a contract test compares it with the folder. */
export const checks: readonly Check[] = [
  check01,
  check02,
  check03,
  check06,
  check17,
  check21,
  check23,
  check24,
  check25,
  check26,
  check27,
];
