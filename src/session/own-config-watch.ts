import { closeSync } from 'node:fs';
import type { Finding } from '../../battery/check.ts';
import type { ConfigFacts } from '../../battery/config-facts.ts';
import { runHostChecks } from '../../battery/run-host.ts';
import { agents, findAgent } from '../agents/index.ts';
import { AppError, BugError } from '../errors.ts';
import type { JudgeInput } from '../judge/judge-input.ts';
import { configFacts, madeBy, surveyRest, surveySettings } from '../own-config/config-survey.ts';
import type { ConfigPlace, ConfigSurvey } from '../own-config/config-survey.ts';
import type { ConfigRecord } from '../own-config/config-record.ts';
import { findOtherSessions } from '../own-config/find-other-sessions.ts';
import { guardedPlaces } from '../own-config/guarded-places.ts';
import { reopen } from '../own-config/open-directory.ts';
import type { ConfigSettings } from '../own-config/read-settings.ts';
import { configRecordPath, readConfigRecord, writeConfigRecord } from '../own-config/record-file.ts';
import { reviewConfig } from '../own-config/review.ts';
import type { Review } from '../own-config/review.ts';
import type { Messages } from '../ui/messages.ts';

const NOTHING: ConfigRecord = { version: 1, settings: {}, code: {} };

interface WatchInput {
  readonly input: JudgeInput;
  readonly state: string;
  readonly session: string;
  readonly messages: Messages;
}

/** The agent's own configuration before, at and after one session, from a descriptor of its own. */
export class OwnConfigWatch {
  /** Being read at once: what the gate is asked follows from it. */
  readonly settings: Promise<ConfigSettings>;
  readonly #place: ConfigPlace;
  readonly #state: string;
  readonly #session: string;
  readonly #path: string;
  readonly #known: ConfigRecord | null;
  /** A record of a newer version is left alone. */
  readonly #mayWrite: boolean;
  #survey: Promise<ConfigSurvey> | null = null;
  #findings: readonly Finding[] = [];
  #before: ConfigRecord | null = null;

  /** null: the agent has no configuration directory. */
  static open({ input, state, session, messages }: WatchInput): OwnConfigWatch | null {
    const agent = findAgent(input.plan.agent);
    const pin = input.pins.get('own-config');
    const { config } = agent;
    if (config === null || pin === undefined) return null;
    const { home, uid } = input.facts.user;
    const place: ConfigPlace = {
      fd: reopen(pin.fd),
      dev: pin.dev,
      ino: pin.ino,
      agent: { ...agent, config },
      directory: pin.source,
      home,
      uid,
      mounted: input.plan.mounts.filter(({ source, target }) => source === target).map(({ target }) => target),
      guarded: guardedPlaces(input.facts, agents, agent, input.protected),
    };
    return new OwnConfigWatch(place, state, session, messages);
  }

  private constructor(place: ConfigPlace, state: string, session: string, messages: Messages) {
    this.#place = place;
    this.#state = state;
    this.#session = session;
    this.#path = configRecordPath(state, place.agent.name, place);
    const read = readConfigRecord(this.#path);
    // Nobody knows what a damaged one said: everything is named as new.
    this.#known = read.kind === 'record' ? read.record : read.kind === 'damaged' ? NOTHING : null;
    this.#mayWrite = read.kind !== 'newer';
    if (read.kind === 'newer') messages.note(`${this.#path} is of a newer version and was left alone`);
    if (read.kind === 'damaged')
      messages.warn(`${this.#path} is damaged (${read.reason}); what ${place.agent.name} may run is recorded anew`);
    this.settings = surveySettings(place);
    this.settings.catch(() => undefined);
  }

  /** Begins the walk, in the engine's time: the request under way is sent first. */
  startWalk(): void {
    this.#survey ??= this.#look();
    this.#survey.catch(() => undefined);
  }

  /** Checks 60–67 on the look before the session. */
  async check(): Promise<{ readonly facts: ConfigFacts; readonly findings: readonly Finding[] }> {
    this.startWalk();
    const own = { session: this.#session, agent: this.#place.agent.name, directory: this.#place };
    const facts = configFacts(this.#place, await this.#first(), this.#known, findOtherSessions(this.#state, own));
    this.#findings = runHostChecks(facts);
    return { facts, findings: this.#findings };
  }

  /** At GO, after what we ourselves put there: this is what the session is compared with. Throws STATE_UNUSABLE. */
  async recordBefore(): Promise<void> {
    const { record } = await this.#first();
    const seed = this.#place.agent.config.seed?.file;
    const seeded = seed !== undefined && !Object.hasOwn(record.settings, seed);
    this.#before = seeded ? { ...record, settings: (await surveySettings(this.#place)).entries } : record;
    this.#write(this.#before, this.#known);
  }

  /** After the session's end. Throws STATE_UNUSABLE and what cannot be looked at. */
  async review(): Promise<Review> {
    const before = this.#before;
    if (before === null) throw new BugError('a review of a session that did not begin');
    const settings = await surveySettings(this.#place);
    const after = await surveyRest(this.#place, settings, before);
    const findings = runHostChecks(configFacts(this.#place, after, before, []));
    this.#write(after.record, before);
    const data = { made: madeBy(this.#place.agent), commands: settings.commands };
    return reviewConfig({ record: before, findings: this.#findings }, { record: after.record, findings }, data);
  }

  close(): void {
    closeSync(this.#place.fd);
  }

  /** Whether GO was about to be said. */
  get began(): boolean {
    return this.#before !== null;
  }

  get directory(): string {
    return this.#place.directory;
  }

  #first(): Promise<ConfigSurvey> {
    if (this.#survey === null) throw new BugError('the configuration was not looked at');
    return this.#survey;
  }

  async #look(): Promise<ConfigSurvey> {
    const settings = await this.settings;
    await new Promise<void>((resolve) => setImmediate(resolve));
    return surveyRest(this.#place, settings, this.#known);
  }

  #write(record: ConfigRecord, old: ConfigRecord | null): void {
    if (!this.#mayWrite || (old !== null && JSON.stringify(old) === JSON.stringify(record))) return;
    try {
      writeConfigRecord(this.#path, record);
    } catch (error) {
      throw new AppError(
        'STATE_UNUSABLE',
        `what ${this.#place.agent.name} may run cannot be recorded in ${this.#path}: ${(error as Error).message}`,
        'Make room or permission there, or set XDG_STATE_HOME to a directory of yours.',
        { cause: error },
      );
    }
  }
}
