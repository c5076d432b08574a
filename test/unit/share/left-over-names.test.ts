import { expect, test } from 'vitest';
import { copiesName, isLeftOver, linkDraftName } from '../../../src/share/left-over-names.ts';
import { currentOwner } from '../../../src/state/owner.ts';

const { hostId, pid, start, bootId } = currentOwner();

test('names of this process are not left over', () => {
  expect([copiesName(), linkDraftName()].map(isLeftOver)).toEqual([false, false]);
});

test.each([
  [`.sandbox-skills-copies.${hostId}.${pid}.1.${bootId}`, true],
  [`.sandbox-skills-link.${hostId}.${pid}.${start}.another-boot`, true],
  // Another machine with the same share may be at work.
  [`.sandbox-skills-copies.0123456789abcdef.${pid}.1.${bootId}`, false],
  ['.sandbox-skills-copies', false],
  [`.sandbox-skills-copies.${hostId}.x.1.${bootId}`, false],
  [`mine.${hostId}.${pid}.1.${bootId}`, false],
  [`.sandbox-skills-copies.${hostId}.${pid}.1.${bootId}\n.x`, false],
])('%s: %s', (name, expected) => {
  expect(isLeftOver(name)).toBe(expected);
});
