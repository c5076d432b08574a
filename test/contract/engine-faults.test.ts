import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { faultNames } from '../support/engine-fault.ts';
import { groups, outcomeTable } from '../support/fault-outcomes.ts';

it('every fault is in one group', () => {
  expect(Object.values(groups).flat().sort()).toEqual([...faultNames].sort());
});

it('docs/engine-faults.md holds the table that the tests go by', () => {
  const text = readFileSync(join(import.meta.dirname, '../../docs/engine-faults.md'), 'utf8');
  const plain = (table: string): string => table.replace(/ *\| */g, '|').replace(/-+/g, '-');
  expect(plain(text)).toContain(plain(outcomeTable()));
});
