import { chmodSync } from 'node:fs';
import { expect, it } from 'vitest';
import { findLoginFiles } from '../../../src/host/find-login-files.ts';
import { caller, tempWorld } from '../../support/temp-world.ts';

it('sees files, links and what is not there as they are', () => {
  const { home, file, link } = tempWorld();
  chmodSync(file('.c/auth.json', '{"token":"x"}'), 0o640);
  link('.c/linked.json', 'auth.json');
  file('.c/empty.json', '{}');
  const logins = ['auth.json', 'linked.json', 'empty.json', 'none.json'].map((name) => ({ file: name, keys: null }));
  expect(
    findLoginFiles(`${home}/.c`, logins).map(({ kind, uid, mode, holdsLogin }) => [kind, uid, mode, holdsLogin]),
  ).toEqual([
    ['file', caller.uid, 0o640, true],
    ['other', caller.uid, 0o777, expect.any(Boolean)],
    ['file', caller.uid, expect.any(Number), false],
    ['absent', -1, 0, false],
  ]);
});
