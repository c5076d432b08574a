import { expect, it } from 'vitest';
import { nearestWord } from '../../../src/config/nearest-word.ts';

const words = ['skills', 'network', 'readOnly', 'memory', 'mount', 'mount+', 'homeSize', 'env'];

it.each([
  ['memroy', 'memory'],
  ['read_only', 'readOnly'],
  ['READONLY', 'readOnly'],
  ['home-size', 'homeSize'],
  ['netwrok', 'network'],
  ['mounts', 'mount'],
  ['evn', 'env'],
  ['xyzzy', null],
  ['', null],
])('%s → %s', (typed, meant) => {
  expect(nearestWord(typed, words)).toBe(meant);
});
