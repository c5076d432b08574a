import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { AppError } from '../../../src/errors.ts';
import { parseScript } from '../../../src/model/parse-script.ts';

const message = (source: string): string => {
  try {
    parseScript(source, 's.yaml');
  } catch (error) {
    expect(error).toBeInstanceOf(AppError);
    expect((error as AppError).code).toBe('CONFIG_INVALID');
    return (error as AppError).message;
  }
  throw new Error('accepted');
};

test('every kind of step', () => {
  const script = parseScript(
    ['steps:', '  - { say: hi, run: ls }', '  - write: { path: a, content: "" }', '  - wait: 0.5', '  - say: bye'].join(
      '\n',
    ),
    's.yaml',
  );
  expect(script.repeat).toBe(false);
  expect(script.end).not.toBe('');
  expect(script.steps).toEqual([
    { kind: 'answer', text: 'hi', command: 'ls' },
    { kind: 'answer', text: null, command: expect.stringContaining("target='a'") as unknown },
    { kind: 'wait', seconds: 0.5 },
    { kind: 'answer', text: 'bye', command: null },
  ]);
});

test('JSON is read too', () => {
  expect(parseScript('{"steps":[{"run":"ls"}],"repeat":true,"end":"x"}', 's.json')).toMatchObject({
    repeat: true,
    end: 'x',
  });
});

test.each([
  ['steps:\n  - say: a\n  - rum: b\n', /^s\.yaml:3: steps\.1: .*rum/],
  ['steps:\n  - say: a\nrepaet: true\n', /^s\.yaml:3: .*repaet/],
  ['steps:\n  - run: 5\n', /^s\.yaml:2: steps\.0\.run: .*string/],
  ['steps:\n  - say: a\n\n  - { wait: 1, say: b }\n', /^s\.yaml:4: steps\.1: a step is/],
  ['steps:\n  - { run: a, write: { path: b, content: c } }\n', /^s\.yaml:2: steps\.0: a step is/],
  ['steps:\n  - wait: 601\n', /^s\.yaml:2: steps\.0\.wait: /],
  ['steps: []\n', /^s\.yaml:1: steps: /],
  ['steps:\n  - say: "a\n', /^s\.yaml:\d: /],
  ['steps:\n  - say: a\nsteps:\n  - say: b\n', /^s\.yaml:3: .*unique/],
  ['steps:\n  - &a { say: x }\n  - *a\n', /aliases are not allowed/],
  ['', /^s\.yaml:1: /],
  ['- say: a\n', /^s\.yaml:1: /],
])('refuses %j with its line', (source, expected) => {
  expect(message(source)).toMatch(expected);
});

test('names every problem at once', () => {
  expect(message('steps:\n  - rum: a\n  - run: 1\nx: 1\n').split('\n').length).toBeGreaterThanOrEqual(3);
});

test('the demo script is a valid one and ends by saying something', () => {
  const path = join(import.meta.dirname, '../../../src/model/scripts/demo.yaml');
  const { steps, repeat } = parseScript(readFileSync(path, 'utf8'), path);
  expect(repeat).toBe(false);
  expect(steps.at(-1)).toMatchObject({ kind: 'answer', command: null });
});
