import { expect, it } from 'vitest';
import { findAgent } from '../../../src/agents/index.ts';
import { shippedSkills } from '../../../src/mounts/shipped-skills.ts';
import type { ShippedSkills } from '../../../src/host/facts.ts';
import { makeFacts, makeOptions } from '../../support/facts.ts';

const names = ['a', 'b'];
function plan(found: Partial<ShippedSkills>, agent = 'claude') {
  const facts = makeFacts({ shippedSkills: { names, place: 'directory', link: null, taken: {}, ...found } });
  const { mounts, notes } = shippedSkills.plan({ agent: findAgent(agent), facts, options: makeOptions() });
  return { ids: mounts.map(({ id }) => id), mounts, notes: notes ?? [] };
}

it('are one read-only bind each in the agent’s own directory', () => {
  const { mounts } = plan({}, 'pi');
  expect(mounts.map(({ source, target, mode }) => [source, target, mode])).toEqual([
    ['/opt/sandbox/skills/a', '/home/ada/.pi/agent/skills/a', 'ro'],
    ['/opt/sandbox/skills/b', '/home/ada/.pi/agent/skills/b', 'ro'],
  ]);
  expect(plan({}, 'shell').mounts).toEqual([]);
});

it.each(['link', 'other'] as const)('are left out, in one line, where the directory is %s', (place) => {
  const { ids, notes } = plan({ place, link: place === 'link' ? '/etc' : null });
  expect([ids, notes.length]).toEqual([[], 1]);
  expect(notes[0]).toContain('a, b');
});

it('cover a user’s skill and say so; leave a link and a file', () => {
  expect(plan({ taken: { a: 'skill' } })).toMatchObject({
    ids: ['shipped-skill:a', 'shipped-skill:b'],
    notes: [expect.stringMatching(/is hidden/)],
  });
  for (const what of ['link', 'other'] as const)
    expect(plan({ taken: { a: what } })).toMatchObject({
      ids: ['shipped-skill:b'],
      notes: [expect.stringMatching(/left out/)],
    });
});
