import type { Finding } from '../../battery/check.ts';
import type { ConfigCommand } from '../../battery/config-facts.ts';
import { compareRecords } from './compare-records.ts';
import type { ConfigChange, ConfigRecord } from './config-record.ts';
import { describeChange } from './describe-change.ts';
import { dropMade } from './drop-made.ts';
import type { MadeByAgent } from './drop-made.ts';
import { rankChanges, rankOf } from './rank-changes.ts';

/** What a session left in the agent's own configuration. */
export interface Review {
  readonly items: readonly ConfigChange[];
  /** Findings of 60–67 that were not there before the session; what 63 finds are the items. */
  readonly findings: readonly Finding[];
}

/** One look at the configuration, as far as the review needs it. */
interface Look {
  readonly record: ConfigRecord;
  readonly findings: readonly Finding[];
}

/** Other sessions come and go; the changes are the items. */
const NOT_LEFT = new Set(['63', '66']);

/** Compares the looks before and after. Pure. */
export function reviewConfig(
  before: Look,
  after: Look,
  { made, commands }: { readonly made: readonly MadeByAgent[]; readonly commands: readonly ConfigCommand[] },
): Review {
  const known = new Set(before.findings.map(told));
  return {
    items: rankChanges(
      dropMade(compareRecords(before.record, after.record), before.record, after.record, made),
      commands,
    ),
    findings: after.findings.filter(
      (finding) => finding.verdict !== 'pass' && !NOT_LEFT.has(finding.id) && !known.has(told(finding)),
    ),
  };
}

const MOST_LINES = 20;
/** What runs is never folded into a count before this many. */
const MOST_PROGRAMS = 60;
/** More files than this in one place are one line. */
const MOST_FILES = 3;

/** Lines for a person, raw; none when there is nothing to say. */
export function reviewLines({ items, findings }: Review, agent: string, directory: string): readonly string[] {
  if (items.length === 0 && findings.length === 0) return [];
  const programs = items.filter((item) => rankOf(item, []) === 0).slice(0, MOST_PROGRAMS);
  const rest = items.filter((item) => !programs.includes(item));
  const first = [...findings.map(({ id, found }) => `check ${id}: ${found}`), ...group(programs, MOST_PROGRAMS)];
  const lines = [...first, ...group(rest, MOST_FILES)];
  const shown = Math.max(MOST_LINES, first.length);
  const more = lines.length - shown;
  return [
    `this session changed what ${agent} may run on this machine, outside a sandbox:`,
    ...lines.slice(0, shown).map((line) => `  ${line}`),
    ...(more > 0 ? [`  and ${more} more; --report names them all`] : []),
    `look at it in ${directory} before you start ${agent} there`,
  ];
}

function told({ id, found }: Finding): string {
  return `${id} ${found}`;
}

function group(items: readonly ConfigChange[], most: number): readonly string[] {
  const places = new Map<string, ConfigChange[]>();
  for (const item of items) {
    const place = item.key === null ? placeOf(item.file) : `${item.file} ${item.key.split(/[.[]/)[0] ?? ''}`;
    places.set(place, [...(places.get(place) ?? []), item]);
  }
  return [...places].flatMap(([place, changes]) =>
    changes.length > most ? [summary(place, changes)] : changes.map(describeChange),
  );
}

/** The directory a file lies in, at most two names deep. */
function placeOf(file: string): string {
  return file.split('/').slice(0, -1).slice(0, 2).join('/');
}

function summary(place: string, changes: readonly ConfigChange[]): string {
  const counts = (['new', 'changed', 'removed'] as const).flatMap((kind) => {
    const count = changes.filter(({ change }) => change === kind).length;
    return count === 0 ? [] : [`${count} ${kind}`];
  });
  const first = changes[0]?.file ?? '';
  const what = changes[0]?.key === null ? 'files' : 'settings';
  return `"${place}": ${counts.join(', ')} ${what}, the first "${first.slice(0, 200)}"`;
}
