import type { SessionCheck } from '../check.ts';
import { check as check01 } from './01-sentinel.ts';
import { check as check02 } from './02-no-new-privileges.ts';
import { check as check03 } from './03-home.ts';
import { check as check04 } from './04-credentials.ts';
import { check as check05 } from './05-desktop-variables.ts';
import { check as check06 } from './06-capabilities.ts';
import { check as check07 } from './07-pid-namespace.ts';
import { check as check08 } from './08-ipc-namespace.ts';
import { check as check09 } from './09-uts-namespace.ts';
import { check as check10 } from './10-devices.ts';
import { check as check11 } from './11-tmp.ts';
import { check as check12 } from './12-run-user.ts';
import { check as check13 } from './13-run-secrets.ts';
import { check as check14 } from './14-netrc.ts';
import { check as check15 } from './15-desktop-files.ts';
import { check as check16 } from './16-git-config.ts';
import { check as check17 } from './17-workspace.ts';
import { check as check18 } from './18-configuration.ts';
import { check as check19 } from './19-network.ts';
import { check as check20 } from './20-neighbours.ts';
import { check as check21 } from './21-command.ts';
import { check as check22 } from './22-path.ts';
import { check as check23 } from './23-mounts.ts';
import { check as check24 } from './24-objects.ts';
import { check as check25 } from './25-root-read-only.ts';
import { check as check26 } from './26-seccomp.ts';
import { check as check27 } from './27-user.ts';
import { check as check28 } from './28-limits.ts';
import { check as check29 } from './29-masks.ts';
import { check as check30 } from './30-sockets.ts';
import { check as check31 } from './31-descriptors.ts';
import { check as check32 } from './32-own-config.ts';
import { check as check33 } from './33-clock.ts';
import { check as check34 } from './34-image.ts';
import { check as check64 } from './64-config-commands.ts';

/** Every session-stage check, by number. */
export const sessionChecks: readonly SessionCheck[] = [
  check01,
  check02,
  check03,
  check04,
  check05,
  check06,
  check07,
  check08,
  check09,
  check10,
  check11,
  check12,
  check13,
  check14,
  check15,
  check16,
  check17,
  check18,
  check19,
  check20,
  check21,
  check22,
  check23,
  check24,
  check25,
  check26,
  check27,
  check28,
  check29,
  check30,
  check31,
  check32,
  check33,
  check34,
  check64,
];
