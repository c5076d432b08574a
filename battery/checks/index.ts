import type { Check } from '../check.ts';
import { hostChecks } from './host.ts';
import { sessionChecks } from './session.ts';

/** Every check, by number. Static lists because the program is bundled; a contract test compares them with the folder. */
export const checks: readonly Check[] = [...sessionChecks, ...hostChecks].sort((a, b) => Number(a.id) - Number(b.id));
