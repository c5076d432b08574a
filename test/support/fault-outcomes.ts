import { faultNames, type FaultName } from './engine-fault.ts';
import { endpoints, type EndpointName } from './fault-matrix.ts';

/** Faults that come to the same for most calls; the columns of docs/engine-faults.md. */
export const groups = {
  'slow, but in time': ['slow, but in time'],
  'no answer in time': ['no answer', 'byte by byte, without end'],
  'connection breaks': ['dropped, not done', 'dropped, done', 'dropped after headers', 'half a body'],
  refused: [
    'status 304',
    'status 400',
    'status 404',
    'status 409',
    'status 500',
    'status 503',
    '500, not JSON',
    '500, hostile text',
    '500, 10 MB',
  ],
  nonsense: [
    'a 10 MB label',
    'wrong types',
    'a list of nonsense',
    '`__proto__`',
    'nested deeply',
    'impossible numbers',
    'null',
    'no body',
  ],
} as const satisfies Readonly<Record<string, readonly FaultName[]>>;

type Group = keyof typeof groups;
const groupNames = Object.keys(groups) as Group[];

const USUAL = 'as usual';
const TIMEOUT = 'ENGINE_TIMEOUT (69)';
const GONE = 'ENGINE_UNREACHABLE (69)';
const FAILED = 'ENGINE_FAILED (69)';
const BUILD = 'IMAGE_BUILD_FAILED (69)';
const WARNED = 'as usual, warned';

/** For the groups after the first, in their order; then the faults that come to something else. */
type Row = readonly [string, string, string, string, Partial<Record<FaultName, string>>?];

const rows: Readonly<Record<EndpointName, Row>> = {
  // Only its headers are read.
  ping: [
    TIMEOUT,
    GONE,
    GONE,
    USUAL,
    { 'byte by byte, without end': GONE, 'dropped after headers': USUAL, 'half a body': USUAL },
  ],
  info: [TIMEOUT, GONE, FAILED, FAILED, { '`__proto__`': USUAL }],
  'image inspect': [TIMEOUT, GONE, FAILED, FAILED, { 'status 404': USUAL }],
  'container create': [TIMEOUT, GONE, FAILED, FAILED],
  attach: [
    TIMEOUT,
    GONE,
    FAILED,
    FAILED,
    { 'byte by byte, without end': FAILED, 'dropped after headers': FAILED, 'half a body': FAILED },
  ],
  // The end of the output, and then the container itself, tell the exit code.
  wait: [TIMEOUT, USUAL, USUAL, USUAL, { 'byte by byte, without end': USUAL }],
  'container list': [TIMEOUT, GONE, FAILED, FAILED],
  // Nothing was started, and the gate is waited for.
  start: [TIMEOUT, GONE, FAILED, 'GATE_TIMEOUT (69)', { 'status 304': 'GATE_TIMEOUT (69)', 'a 10 MB label': FAILED }],
  resize: [USUAL, USUAL, USUAL, USUAL],
  // An interrupt that is not passed on ends the session; one that seems to be passed on (the engine lies) needs a second signal.
  kill: [
    'exit 130',
    'exit 130',
    'exit 130',
    'exit 143',
    { 'status 404': 'exit 143', 'status 409': 'exit 143', 'a 10 MB label': 'exit 130' },
  ],
  stop: [USUAL, USUAL, USUAL, USUAL],
  // Checks go by it.
  'container inspect': [TIMEOUT, GONE, FAILED, FAILED, { 'status 404': 'CHECK_FAILED (77)' }],
  'container remove': [WARNED, WARNED, WARNED, USUAL, { 'status 404': USUAL, 'a 10 MB label': WARNED }],
  'image list': [TIMEOUT, GONE, FAILED, FAILED],
  'used images': [TIMEOUT, GONE, FAILED, FAILED],
  'image remove': [TIMEOUT, GONE, WARNED, USUAL, { 'status 404': USUAL, 'a 10 MB label': WARNED }],
  // Messages without anything in them are no progress, but no failure either.
  pull: [
    TIMEOUT,
    GONE,
    FAILED,
    FAILED,
    { 'wrong types': USUAL, '`__proto__`': USUAL, 'impossible numbers': USUAL, 'no body': USUAL },
  ],
  build: [TIMEOUT, GONE, BUILD, BUILD],
  tag: [TIMEOUT, GONE, BUILD, USUAL, { 'a 10 MB label': BUILD }],
  import: [TIMEOUT, GONE, FAILED, FAILED],
};

/** What every fault at every call must come to. */
export function expectedOutcome(endpoint: EndpointName, fault: FaultName): string {
  const [, , , , others] = rows[endpoint];
  const group = groupNames.findIndex((name) => (groups[name] as readonly FaultName[]).includes(fault));
  return others?.[fault] ?? (group === 0 ? USUAL : String(rows[endpoint][group - 1]));
}

/** The table of docs/engine-faults.md, as Markdown. */
export function outcomeTable(): string {
  const columns = groupNames.slice(1);
  const lines = endpoints.map(({ name }) => `| ${name} | ${columns.map((group) => cell(name, group)).join(' | ')} |`);
  return [`| call | ${columns.join(' | ')} |`, `| --- |${' --- |'.repeat(columns.length)}`, ...lines].join('\n');
}

/** The usual outcome of the group, and which faults come to another. */
function cell(endpoint: EndpointName, group: Group): string {
  const usual = String(rows[endpoint][groupNames.indexOf(group) - 1]);
  const others = new Map<string, FaultName[]>();
  for (const fault of faultNames.filter((name) => (groups[group] as readonly FaultName[]).includes(name))) {
    const outcome = expectedOutcome(endpoint, fault);
    if (outcome !== usual) others.set(outcome, [...(others.get(outcome) ?? []), fault]);
  }
  return [usual, ...[...others].map(([outcome, names]) => `${names.join(', ')}: ${outcome}`)].join('; ');
}
