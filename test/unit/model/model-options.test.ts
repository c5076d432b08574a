import { expect, test } from 'vitest';
import { parseModelOptions } from '../../../src/model/model-options.ts';

test('everything after the first -- is the agent, untouched', () => {
  expect(parseModelOptions(['--script', 's', '--record', 'r', '--', 'codex', '--', '--script', 'x'])).toEqual({
    script: 's',
    record: 'r',
    listen: null,
    argv: ['codex', '--', '--script', 'x'],
  });
});

test.each([
  ['127.0.0.1:0', { host: '127.0.0.1', port: 0 }],
  ['[::1]:8080', { host: '::1', port: 8080 }],
])('listens on %s', (text, listen) => {
  expect(parseModelOptions(['--script', 's', '--listen', text]).listen).toEqual(listen);
});

test.each([
  [['--', 'codex'], /--script is missing/],
  [['--script', 's'], /exactly one/],
  [['--script', 's', '--'], /exactly one/],
  [['--script', 's', '--listen', '127.0.0.1:0', '--', 'codex'], /exactly one/],
  [['--script', 's', '--listen', '127.0.0.1'], /not an address/],
  [['--script', 's', '--listen', '127.0.0.1:70000'], /not an address/],
  [['--script', 's', '--nope', '--', 'codex'], /nope/],
  [['--script', 's', 'codex'], /codex/],
])('refuses %j', (args, expected) => {
  expect(() => parseModelOptions(args)).toThrow(expected);
});
