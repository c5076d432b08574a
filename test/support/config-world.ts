import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { ConfigFacts } from '../../battery/config-facts.ts';
import { agents, findAgent } from '../../src/agents/index.ts';
import { pinProtected } from '../../src/host/pin-protected.ts';
import { pinSource } from '../../src/host/pin-source.ts';
import { configFacts, surveyRest, surveySettings } from '../../src/own-config/config-survey.ts';
import type { ConfigPlace, ConfigSurvey } from '../../src/own-config/config-survey.ts';
import type { ConfigRecord } from '../../src/own-config/config-record.ts';
import { findOtherSessions } from '../../src/own-config/find-other-sessions.ts';
import { guardedPlaces } from '../../src/own-config/guarded-places.ts';
import { closeSync } from 'node:fs';
import { makeFacts } from './facts.ts';
import { caller } from './temp-world.ts';
import type { TempWorld } from './temp-world.ts';

/** The config directory of an agent in a temporary world, pinned until the test ends. */
export function configPlace(world: TempWorld, name: string): ConfigPlace {
  const agent = findAgent(name);
  const { config } = agent;
  if (config === null) throw new Error(`${name} has no configuration`);
  const directory = world.directory(config.dir);
  const facts = makeFacts({ user: { ...caller, home: world.home }, dirs: { program: `${world.root}/program` } });
  const pin = pinSource(directory, { uid: caller.uid, expect: 'directory', allowLink: () => true });
  onTestFinished(() => closeSync(pin.fd));
  return {
    fd: pin.fd,
    dev: pin.dev,
    ino: pin.ino,
    agent: { ...agent, config },
    directory,
    home: world.home,
    uid: caller.uid,
    mounted: [directory, join(world.home, '.agents/skills')],
    guarded: guardedPlaces(facts, agents, agent, pinProtected(facts, agents, name, new Map())),
  };
}

/** Everything of one look, in the steps of a launch. */
export async function survey(place: ConfigPlace, known: ConfigRecord | null = null): Promise<ConfigSurvey> {
  return surveyRest(place, await surveySettings(place), known);
}

/** What the checks see in a world; `known`: the record of an earlier look. */
export async function lookAt(world: TempWorld, name: string, known: ConfigRecord | null = null): Promise<ConfigFacts> {
  const place = configPlace(world, name);
  const state = join(world.home, '.local/state/sandbox');
  const { dev, ino } = lstatSync(place.directory, { bigint: true });
  const others = findOtherSessions(state, { session: 'ours', agent: name, directory: { dev, ino } });
  return configFacts(place, await survey(place, known), known, others);
}
