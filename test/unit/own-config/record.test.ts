import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../battery/check.ts';
import { compareRecords } from '../../../src/own-config/compare-records.ts';
import type { CodeFile, ConfigRecord } from '../../../src/own-config/config-record.ts';
import { describeChange } from '../../../src/own-config/describe-change.ts';
import { configRecordPath, readConfigRecord, writeConfigRecord } from '../../../src/own-config/record-file.ts';
import { digestOfDirectory } from '../../../src/own-config/drop-made.ts';
import { reviewConfig, reviewLines } from '../../../src/own-config/review.ts';
import { configPlace, survey } from '../../support/config-world.ts';
import { tempWorld } from '../../support/temp-world.ts';

const sha = (digit: string) => digit.repeat(64);
const file = (change: Partial<Extract<CodeFile, { sha256: unknown }>> = {}): CodeFile => ({
  sha256: sha('a'),
  size: 1,
  mtime: 1,
  ctime: 1,
  ino: 1,
  mode: 0o100644,
  ...change,
});
const record = (parts: Partial<ConfigRecord> = {}): ConfigRecord => ({ version: 1, settings: {}, code: {}, ...parts });
const settings = (keys: ConfigRecord['settings'][string]) => record({ settings: { 's.json': keys } });

describe('compareRecords', () => {
  const cases: readonly (readonly [string, ConfigRecord, ConfigRecord, unknown])[] = [
    ['nothing', settings({ a: { text: '1' } }), settings({ a: { text: '1' } }), []],
    ['a new key', record(), settings({ a: { text: '1' } }), [['a', 'new', null, '1']]],
    ['a changed key', settings({ a: { text: '1' } }), settings({ a: { text: '2' } }), [['a', 'changed', '1', '2']]],
    ['a removed key', settings({ a: { text: '1' } }), settings({}), [['a', 'removed', '1', null]]],
    [
      'a secret',
      settings({ a: { hidden: sha('1') } }),
      settings({ a: { hidden: sha('2') } }),
      [['a', 'changed', '(hidden)', '(hidden)']],
    ],
    ['the same secret', settings({ a: { hidden: sha('1') } }), settings({ a: { hidden: sha('1') } }), []],
    [
      'a long value',
      settings({ a: { text: 'x', digest: sha('1') } }),
      settings({ a: { text: 'x', digest: sha('2') } }),
      [['a', 'changed', 'x (sha256 111111111111)', 'x (sha256 222222222222)']],
    ],
    [
      'a file not readable any more',
      settings({ a: { text: '1' }, b: { text: '2' } }),
      settings({ '': { text: 'not readable', digest: sha('1') } }),
      [[null, 'changed', 'readable', 'not readable (sha256 111111111111)']],
    ],
    [
      'names of every object',
      settings({}),
      settings(
        Object.fromEntries([
          ['constructor', { text: '1' }],
          ['__proto__', { text: '1' }],
        ]),
      ),
      [
        ['__proto__', 'new', null, '1'],
        ['constructor', 'new', null, '1'],
      ],
    ],
    ['new code', record(), record({ code: { x: file() } }), [[null, 'new', null, 'sha256 aaaaaaaaaaaa']]],
    [
      'code with other times',
      record({ code: { x: file() } }),
      record({ code: { x: file({ mtime: 2, ctime: 0, ino: 3 }) } }),
      [],
    ],
    [
      'other code',
      record({ code: { x: file() } }),
      record({ code: { x: file({ sha256: sha('b') }) } }),
      [[null, 'changed', 'sha256 aaaaaaaaaaaa', 'sha256 bbbbbbbbbbbb']],
    ],
    [
      'code that was not read, the same',
      record({ code: { x: file() } }),
      record({ code: { x: file({ sha256: null }) } }),
      [],
    ],
    [
      'code that was not read, another',
      record({ code: { x: file() } }),
      record({ code: { x: file({ sha256: null, ctime: 2 }) } }),
      [[null, 'changed', 'sha256 aaaaaaaaaaaa', '1 bytes']],
    ],
    [
      'code that is a link',
      record({ code: { x: file() } }),
      record({ code: { x: { link: '../y' } } }),
      [[null, 'changed', 'sha256 aaaaaaaaaaaa', 'link to ../y']],
    ],
    [
      'another link',
      record({ code: { x: { link: 'a' } } }),
      record({ code: { x: { link: 'b' } } }),
      [[null, 'changed', 'link to a', 'link to b']],
    ],
  ];
  it.each(cases)('%s', (_, before, after, expected) => {
    expect(
      compareRecords(before, after).map(({ key, change, before: old, after: now }) => [key, change, old, now]),
    ).toEqual(expected);
  });
});

describe('the record', () => {
  it('is written whole, for its owner only, and read as it was', () => {
    const world = tempWorld();
    const path = configRecordPath(join(world.root, 'state'), 'codex', { dev: 1n, ino: 2n });
    expect(path).toMatch(/own-config\/codex-1-2\.json$/);
    const whole = record({
      settings: {
        's.json': Object.fromEntries([
          ['__proto__', { text: '1' }],
          ['a', { hidden: sha('1') }],
        ]),
      },
      code: { 'a\udcff': file(), l: { link: '\udcfe' }, s: { special: 'x' }, n: file({ sha256: null, mtime: 1.25 }) },
    });
    writeConfigRecord(path, whole);
    expect([statSync(path).mode & 0o777, statSync(dirname(path)).mode & 0o777]).toEqual([0o600, 0o700]);
    expect(readConfigRecord(path)).toEqual({ kind: 'record', record: whole });
  });

  it.each([
    ['', 'damaged'],
    ['[]', 'damaged'],
    ['{}', 'damaged'],
    ['{"version":1,"settings":{}}', 'damaged'],
    ['{"version":1,"settings":{},"code":{},"x":1}', 'damaged'],
    ['{"version":1,"settings":{"a":{"b":{"text":1}}},"code":{}}', 'damaged'],
    ['{"version":1,"settings":{"a":{"b":{"text":"x","digest":"y"}}},"code":{}}', 'damaged'],
    ['{"version":1,"settings":{"a":{"b":{"hidden":"y"}}},"code":{}}', 'damaged'],
    ['{"version":1,"settings":{},"code":{"x":{"sha256":null}}}', 'damaged'],
    ['{"version":1,"settings":{},"code":{"x":{"link":1}}}', 'damaged'],
    ['{"version":2}', 'newer'],
    ['{"version":1,"settings":{},"code":{}}', 'record'],
  ])('%s is %s', (text, kind) => {
    const path = tempWorld().file('r.json', text);
    expect(readConfigRecord(path)).toMatchObject({ kind });
  });

  it('is absent, or no file, without waiting', () => {
    const world = tempWorld();
    expect(readConfigRecord(join(world.home, 'no'))).toEqual({ kind: 'absent' });
    mkdirSync(join(world.home, 'd'));
    expect(readConfigRecord(join(world.home, 'd'))).toMatchObject({ kind: 'damaged' });
  });

  it('holds no secret of the files it is about', async () => {
    const world = tempWorld();
    const place = configPlace(world, 'claude');
    const value = {
      env: { TOKEN: 'geheim' },
      hooks: { Stop: [{ hooks: [{ command: 'x', headers: { A: 'geheim' } }] }] },
    };
    world.file('.claude/settings.json', JSON.stringify(value));
    world.file(
      '.claude/.claude.json',
      JSON.stringify({
        mcpServers: { a: { env: { K: 'geheim' }, headers: { B: 'geheim' } } },
        primaryApiKey: 'geheim',
      }),
    );
    world.file('.claude/settings.local.json', '{"apiKey":"geheim"');
    const { record: made } = await survey(place);
    expect(JSON.stringify(made)).not.toContain('geheim');
    expect(Object.keys(made.settings)).toEqual(['settings.json', 'settings.local.json', '.claude.json']);
  });
});

describe('the review', () => {
  const finding = (id: string, found: string, verdict: Finding['verdict'] = 'warn'): Finding => ({
    id,
    found,
    verdict,
    title: '',
    stage: 'host',
    level: 'warn',
    expected: '',
    why: '',
    hint: '',
  });
  const look = (parts: Partial<ConfigRecord>, findings: readonly Finding[] = []) => ({
    record: record(parts),
    findings,
  });

  const data = { made: [], commands: [] };
  it('has the changes and the findings that were not there before', () => {
    const review = reviewConfig(
      look({}, [finding('61', 'old')]),
      look({ code: { 'hooks/x': file() } }, [
        finding('61', 'old'),
        finding('60', 'new', 'fail'),
        finding('62', 'fine', 'pass'),
        finding('63', 'the items'),
        finding('66', 'others'),
      ]),
      data,
    );
    expect(review.items.map((item) => item.file)).toEqual(['hooks/x']);
    expect(review.findings.map(({ id }) => id)).toEqual(['60']);
  });

  it('says nothing about nothing', () => {
    expect(reviewLines(reviewConfig(look({}), look({}), data), 'codex', '/home/u/.codex')).toEqual([]);
  });

  it('names each change; many files of one place are one line; the list ends', () => {
    const code = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`skills/.system/f${index}.md`, file()]));
    const keys = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`hooks.h${index}`, { text: '"x"' }]));
    const lines = reviewLines(
      reviewConfig(look({}), look({ code: { ...code, 'rules/a.md': file() } }), data),
      'codex',
      '/d',
    );
    expect(lines).toHaveLength(4);
    expect(lines.join('\n')).toContain('"skills/.system": 40 new files');
    expect(lines.join('\n')).toContain('"rules/a.md" is new');
    const many = reviewLines(reviewConfig(look({}), look({ settings: { 'x.json': keys } }), data), 'codex', '/d');
    expect(many).toHaveLength(32);
  });

  it('no flood of other changes hides what runs', () => {
    const flood = Object.fromEntries(
      Array.from({ length: 300 }, (_, at) => [`enabledPlugins.a${at}`, { text: 'true' }]),
    );
    const docs = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`plugins/cache/a/doc${at}.md`, file()]));
    const after = look({
      settings: { 'settings.json': { ...flood, 'hooks.Stop[0].hooks[0].command': { text: '"evil"' } } },
      code: { ...docs, 'plugins/cache/a/hooks/hooks.json': file() },
    });
    const { items } = reviewConfig(look({}), after, data);
    const lines = reviewLines({ items, findings: [] }, 'claude', '/d').join('\n');
    expect(lines).toContain('evil');
    expect(lines).toContain('hooks/hooks.json');
    expect(lines).toContain('"settings.json enabledPlugins": 300 new settings');
    expect(lines).toContain('"plugins/cache": 30 new files');
  });

  it('what the agent made itself at its first start is not named, unless one file differs', () => {
    const first = { 'skills/.system/a/SKILL.md': file(), 'skills/.system/b.py': file() };
    const made = [{ path: 'skills/.system', digest: digestOfDirectory(first, 'skills/.system') }];
    const of = (before: object, after: object) =>
      reviewConfig(look({ code: before } as never), look({ code: after } as never), { made, commands: [] }).items
        .length;
    expect(of({}, first)).toBe(0);
    expect(of({}, { ...first, 'skills/other.py': file() })).toBe(1);
    expect(of({}, { ...first, 'skills/.system/evil/SKILL.md': file() })).toBe(3);
    expect(of({ 'skills/.system/a/SKILL.md': file() }, first)).toBe(1);
  });

  it('cuts names and values', () => {
    const long = 'x'.repeat(5000);
    const line = describeChange({ file: long, key: long, change: 'changed', before: long, after: `${long}y` });
    expect(line.length).toBeLessThan(700);
  });
});

it('writes beside nothing it does not own', () => {
  const world = tempWorld();
  writeFileSync(join(world.root, 'file'), '');
  expect(() => writeConfigRecord(join(world.root, 'file/x.json'), record())).toThrow();
});
