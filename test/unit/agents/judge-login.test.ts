import { expect, it } from 'vitest';
import { judgeLogin } from '../../../src/agents/judge-login.ts';
import type { LoginFile } from '../../../src/agents/judge-login.ts';

const good: LoginFile = { path: '/h/auth.json', kind: 'file', uid: 1000, mode: 0o600, holdsLogin: true };
const cases: [what: string, parts: Partial<LoginFile>, signedIn: boolean, warning: RegExp | null][] = [
  ['a login', {}, true, null],
  ['a tighter one', { mode: 0o400 }, true, null],
  ['nothing', { kind: 'absent', holdsLogin: false }, false, null],
  ['a file without a login, open to all', { holdsLogin: false, mode: 0o666 }, false, null],
  ['a link', { kind: 'other' }, false, /auth\.json is no regular file/],
  ['one that others read', { mode: 0o640 }, true, /others may get at .* \(mode 0640\)/],
  ['one of another user', { uid: 0 }, true, /belongs to user 0/],
];

it.each(cases)('%s', (_, parts, signedIn, warning) => {
  const verdict = judgeLogin([{ ...good, ...parts }], { uid: 1000 });
  expect(verdict.signedIn).toBe(signedIn);
  expect(verdict.warnings).toEqual(warning === null ? [] : [expect.stringMatching(warning)]);
});

it('one login among several files is enough', () => {
  expect(judgeLogin([{ ...good, kind: 'absent', holdsLogin: false }, good], { uid: 1000 }).signedIn).toBe(true);
});
