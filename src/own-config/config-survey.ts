import type { ConfigFacts } from '../../battery/config-facts.ts';
import type { Agent } from '../agents/agent.ts';
import type { ObjectId } from '../host/pin.ts';
import type { SessionRecord } from '../state/session-record.ts';
import { coveredDirectories } from './covered-directories.ts';
import { compareRecords } from './compare-records.ts';
import type { ConfigRecord } from './config-record.ts';
import { dropMade } from './drop-made.ts';
import type { MadeByAgent } from './drop-made.ts';
import { LinkFollower } from './follow-link.ts';
import type { SessionView } from './follow-link.ts';
import { rankChanges } from './rank-changes.ts';
import type { ConfigSettings } from './read-settings.ts';
import { readSettings } from './read-settings.ts';
import type { ConfigWalk } from './walk-config.ts';
import { walkConfig } from './walk-config.ts';

/** The directory that is looked at, from a descriptor that stays open meanwhile. */
export interface ConfigPlace extends ObjectId {
  readonly fd: number;
  readonly agent: Agent & { readonly config: NonNullable<Agent['config']> };
  /** As the user knows it, absolute. */
  readonly directory: string;
  readonly home: string;
  readonly uid: number;
  /** What of the host a session has at the same path. */
  readonly mounted: readonly string[];
  readonly guarded: ConfigFacts['guarded'];
}

/** One look at a configuration directory. */
export interface ConfigSurvey {
  readonly settings: ConfigSettings;
  readonly walk: ConfigWalk;
  readonly links: ConfigFacts['links'];
  readonly record: ConfigRecord;
}

export function surveySettings({ fd, agent, directory, home }: ConfigPlace): Promise<ConfigSettings> {
  return readSettings(fd, agent.config, { directory, home });
}

/** The part that takes longer. `known`: the last record, which spares reading what has not changed. */
export async function surveyRest(
  place: ConfigPlace,
  settings: ConfigSettings,
  known: ConfigRecord | null,
): Promise<ConfigSurvey> {
  const { fd, agent, directory, uid, mounted } = place;
  const { executables, masks } = agent.config;
  const code = [...executables.filter(({ keys }) => keys === null).map(({ path }) => path), ...settings.scripts];
  const data = executables.flatMap(({ except = [] }) => except);
  const credentials = agent.logins.filter(({ keys }) => keys === null).map(({ file }) => file);
  const walk = await walkConfig(fd, { masks, code, data, credentials, uid, known: known?.code ?? {} });
  const view: SessionView = {
    roots: mounted,
    masks: masks.map((mask) => `${directory}/${mask}`),
  };
  const follower = new LinkFollower(view);
  const links = walk.links.map((link) => ({ ...link, ...follower.follow(`${directory}/${link.path}`, link.text) }));
  const covered = coveredDirectories(fd, masks);
  return {
    settings,
    walk,
    links,
    record: { version: 1, settings: settings.entries, code: { ...walk.code, ...covered } },
  };
}

/** Directories that the agent fills itself at its first start. */
export function madeBy({ config }: ConfigPlace['agent']): readonly MadeByAgent[] {
  return config.executables.flatMap(({ made }) => (made === undefined ? [] : [made]));
}

/** What the checks are told. Pure. */
export function configFacts(
  place: ConfigPlace,
  { settings, walk, links, record }: ConfigSurvey,
  known: ConfigRecord | null,
  others: readonly SessionRecord[],
): ConfigFacts {
  return {
    agent: place.agent.name,
    directory: place.directory,
    uid: place.uid,
    hosts: place.agent.hosts,
    incomplete: walk.incomplete,
    links,
    objects: walk.objects,
    settings: settings.states,
    commands: settings.commands,
    addresses: settings.addresses,
    comparison: {
      entries:
        Object.values(record.settings).reduce((sum, keys) => sum + Object.keys(keys).length, 0) +
        Object.keys(record.code).length,
      changes:
        known === null
          ? null
          : rankChanges(dropMade(compareRecords(known, record), known, record, madeBy(place.agent)), settings.commands),
      uncompared: walk.uncompared,
    },
    sessions: others.map(({ id, workspace }) => ({ session: id, workspace })),
    guarded: place.guarded,
  };
}
