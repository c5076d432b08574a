import { closeSync } from 'node:fs';
import { join } from 'node:path';
import type { ConfigFacts } from '../../battery/config-facts.ts';
import type { Agent } from '../agents/agent.ts';
import type { HostFacts } from '../host/facts.ts';
import { pinProtected, walkChain } from '../host/pin-protected.ts';
import { pinSource } from '../host/pin-source.ts';
import { configFacts, surveyRest, surveySettings } from './config-survey.ts';
import type { ConfigPlace } from './config-survey.ts';
import { findOtherSessions } from './find-other-sessions.ts';
import { guardedPlaces } from './guarded-places.ts';
import { configRecordPath, readConfigRecord } from './record-file.ts';

/**
 * One look at an agent's own configuration without a session: what a launch from here would judge. Writes nothing. null: the
 * agent has no configuration directory on this machine. Throws PATH_NOT_FOUND, NOT_A_DIRECTORY, SOURCE_REFUSED.
 */
export async function surveyAgent(
  agent: Agent,
  agents: readonly Agent[],
  facts: Pick<HostFacts, 'user' | 'dirs'>,
): Promise<ConfigFacts | null> {
  const { config } = agent;
  const { home, uid } = facts.user;
  if (config === null || walkChain(join(home, config.dir)).length === 0) return null;
  const directory = join(home, config.dir);
  const pin = pinSource(directory, { uid, expect: 'directory', allowLink: () => true });
  try {
    const place: ConfigPlace = {
      ...pin,
      agent: { ...agent, config },
      directory,
      home,
      uid,
      mounted: [directory, join(home, '.agents/skills')],
      guarded: guardedPlaces(facts, agents, agent, pinProtected(facts, agents, agent.name, new Map())),
    };
    const read = readConfigRecord(configRecordPath(facts.dirs.state, agent.name, place));
    const known = read.kind === 'record' ? read.record : null;
    const survey = await surveyRest(place, await surveySettings(place), known);
    const own = { session: null, agent: agent.name, directory: place };
    return configFacts(place, survey, known, findOtherSessions(facts.dirs.state, own));
  } finally {
    closeSync(pin.fd);
  }
}
