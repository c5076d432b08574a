import { expect, it } from 'vitest';
import { ownConfigCommands } from '../../../battery/own-config-commands.ts';

const named = (program: string) => ({ file: 'f', key: 'k', program });

it('the gate is asked only for names that mean the same everywhere, once, at most 64', () => {
  const odd = ['./x', 'bin/x', 'a b', '$X/y', 'ü', '', '/usr/bin/ok', '~/ok', 'npx', 'npx', 'x'.repeat(201)].map(named);
  expect(ownConfigCommands({ commands: odd })).toEqual(['/usr/bin/ok', '~/ok', 'npx']);
  const many = Array.from({ length: 100 }, (_, index) => named(`p${index}`));
  expect(ownConfigCommands({ commands: many })).toHaveLength(64);
});
