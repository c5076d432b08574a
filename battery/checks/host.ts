import type { HostCheck } from '../check.ts';
import { check as check60 } from './60-config-links.ts';
import { check as check61 } from './61-config-dangling.ts';
import { check as check62 } from './62-config-owners.ts';
import { check as check63 } from './63-config-executables.ts';
import { check as check65 } from './65-config-addresses.ts';
import { check as check66 } from './66-config-sessions.ts';
import { check as check67 } from './67-config-readable.ts';

/** Every host-stage check, by number: a list of its own, because `sandbox battery` loads no other. */
export const hostChecks: readonly HostCheck[] = [check60, check61, check62, check63, check65, check66, check67];
