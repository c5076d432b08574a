import type { Finding, HostCheck } from './check.ts';
import { hostChecks } from './checks/host.ts';
import type { ConfigFacts } from './config-facts.ts';
import { makeFinding } from './finding.ts';

/** Every host-stage check on one agent's configuration. Never throws; a check that does is a failed check. */
export function runHostChecks(facts: ConfigFacts, all: readonly HostCheck[] = hostChecks): readonly Finding[] {
  return all.map((check) => makeFinding(check, () => check.evaluate(facts)));
}
