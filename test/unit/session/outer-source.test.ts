import { expect, test } from 'vitest';
import { outerSource } from '../../../src/session/outer-source.ts';

const mounts = [
  { source: '/srv/people/ada', target: '/home/ada' },
  { source: '/srv/code', target: '/home/ada/code' },
];

test.each([
  ['/home/ada', '/srv/people/ada'],
  ['/home/ada/.codex', '/srv/people/ada/.codex'],
  ['/home/ada/code', '/srv/code'],
  ['/home/ada/code/x/y', '/srv/code/x/y'],
  ['/home/ada/codex', '/srv/people/ada/codex'],
])('%s is %s outside', (source, outside) => {
  expect(outerSource(source, mounts)).toBe(outside);
});

test('a whole machine mounted somewhere', () => {
  expect(outerSource('/host/srv', [{ source: '/', target: '/host' }])).toBe('/srv');
  expect(outerSource('/host', [{ source: '/', target: '/host' }])).toBe('/');
});

test.each(['/', '/home', '/home/adam', '/usr/lib/sandbox'])('%s is in no mount: refused', (source) => {
  expect(() => outerSource(source, mounts)).toThrow(expect.objectContaining({ code: 'SOURCE_UNTRANSLATABLE' }));
});
