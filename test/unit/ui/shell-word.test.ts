import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { fromBytes } from '../../../src/ui/raw-text.ts';
import { shellWord } from '../../../src/ui/shell-word.ts';
import { randomName, randomSource } from '../../support/random-names.ts';

describe('shellWord', () => {
  it.each([
    ['/home/u/.claude/notes', '"/home/u/.claude/notes"'],
    ["/it's here", '"/it\'s here"'],
    ['/$(id)', "'/$(id)'"],
    ['/`id`', "'/`id`'"],
    ['/a"; id; "', '\'/a"; id; "\''],
    ['/now!', "'/now!'"],
    ['/a\\', null],
    ['/a\nrm x', null],
    ['/\u202egpj', null],
    ["/$(id)'$(id)'", null],
  ])('%j is %j', (path, word) => {
    expect(shellWord(path)).toBe(word);
  });

  it('is the path and nothing else to a shell, for 2,000 random names', () => {
    const random = randomSource(60);
    const names = Array.from({ length: 2000 }, () => fromBytes(randomName(random, 255, true)));
    const words = names.flatMap((name) => {
      const word = shellWord(name);
      return word === null ? [] : [{ name, word }];
    });
    expect(words.length).toBeGreaterThan(100);
    const script = words.map(({ word }) => `printf '%s\\0' ${word}`).join('\n');
    const seen = execFileSync('bash', ['-c', script], { encoding: 'utf8', maxBuffer: 1 << 24 }).split('\0');
    expect(seen.slice(0, -1)).toEqual(words.map(({ name }) => name));
  });
});
