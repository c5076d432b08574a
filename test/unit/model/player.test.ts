import { expect, test } from 'vitest';
import { createPlayer } from '../../../src/model/player.ts';
import type { Step } from '../../../src/model/script.ts';

const say = (text: string): Step => ({ kind: 'answer', text, command: null });
const wait = (seconds: number): Step => ({ kind: 'wait', seconds });

test('each call takes the waits and the answer after them, then the end for ever', () => {
  const player = createPlayer({ steps: [say('a'), wait(1), wait(2), say('b'), wait(4)], repeat: false, end: 'over' });
  expect([player.next(), player.next(), player.next(), player.next()]).toEqual([
    { delay: 0, text: 'a', command: null },
    { delay: 3, text: 'b', command: null },
    { delay: 4, text: 'over', command: null },
    { delay: 0, text: 'over', command: null },
  ]);
});

test('repeats from the beginning', () => {
  const player = createPlayer({ steps: [wait(1), say('a'), say('b')], repeat: true, end: 'over' });
  expect([1, 2, 3, 4, 5].map(() => player.next().text)).toEqual(['a', 'b', 'a', 'b', 'a']);
});

test('a script of waits alone ends although it repeats', () => {
  expect(createPlayer({ steps: [wait(1)], repeat: true, end: 'over' }).next()).toEqual({
    delay: 1,
    text: 'over',
    command: null,
  });
});
