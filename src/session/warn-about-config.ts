import type { Finding } from '../../battery/check.ts';
import type { Messages } from '../ui/messages.ts';

/** At launch: what checks 60–67 warn of. Whatever they fail on has refused. */
export function warnAboutConfig(findings: readonly Finding[], messages: Messages): void {
  for (const { id, verdict, found, hint } of findings)
    if (verdict === 'warn' && Number(id) >= 60 && Number(id) <= 67) messages.alert(`check ${id}: ${found}. ${hint}`);
}
