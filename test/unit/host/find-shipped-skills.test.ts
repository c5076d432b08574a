import { expect, it } from 'vitest';
import { findShippedSkills } from '../../../src/host/find-shipped-skills.ts';
import { tempWorld } from '../../support/temp-world.ts';

function world() {
  const made = tempWorld();
  const program = `${made.root}/program`;
  for (const name of ['one', 'two', 'three']) made.file(`${program}/skills/${name}/SKILL.md`);
  made.directory(`${program}/skills/none`);
  return { ...made, program, own: `${made.home}/.x/skills` };
}
const names = ['one', 'three', 'two'];

it('lists what has a SKILL.md, sorted', () => {
  const { program, own } = world();
  expect(findShippedSkills(program, own)).toEqual({ names, place: 'absent', link: null, taken: {} });
  expect(findShippedSkills(program, null).names).toEqual([]);
  expect(findShippedSkills('/nowhere', own).names).toEqual([]);
});

it('says what lies in their place; an empty directory is nothing', () => {
  const { program, own, directory, file, link } = world();
  directory(`${own}/one`);
  file(`${own}/two/SKILL.md`);
  link(`${own}/three`, '/etc');
  expect(findShippedSkills(program, own)).toMatchObject({ place: 'directory', taken: { two: 'skill', three: 'link' } });
});

it.each([
  ['/etc', 'link'],
  ['../.agents/skills', 'link'],
])('does not look through a link to %s', (target, place) => {
  const { program, own, link } = world();
  link(own, target);
  expect(findShippedSkills(program, own)).toEqual({ names, place, link: target, taken: {} });
});

it('does not look into a file', () => {
  const { program, own, file } = world();
  file(own);
  expect(findShippedSkills(program, own)).toEqual({ names, place: 'other', link: null, taken: {} });
});
