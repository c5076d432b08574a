import { describe, expect, test } from 'vitest';
import { decideMerge } from '../../../src/share/decide-merge.ts';

const verdicts = (own: readonly string[], shared: readonly string[], equal: readonly string[] = []) =>
  Object.fromEntries(
    decideMerge(own, shared, (name) => equal.includes(name)).map(({ name, verdict }) => [name, verdict]),
  );

describe('decideMerge', () => {
  test('new, equal, different', () => {
    expect(verdicts(['a', 'b', 'c'], ['b', 'c', 'd'], ['b'])).toEqual({ a: 'new', b: 'equal', c: 'different' });
  });

  test('names that differ in case or Unicode form alone, in the share or among the caller’s', () => {
    expect(verdicts(['A', 'é'], ['a', 'e\u0301'])).toEqual({ A: 'case', é: 'case' });
    expect(verdicts(['A', 'a'], [])).toEqual({ A: 'new', a: 'case' });
  });

  test('decided again after a cut-off merge, the rest gets the same answer', () => {
    expect(verdicts(['A', 'a', 'b'], ['A'], ['A'])).toEqual({ A: 'equal', a: 'case', b: 'new' });
  });
});
