import { expect, test } from 'vitest';
import { findAgent } from '../../../src/agents/index.ts';

const codexBase = ['codex', '-c', 'sandbox_mode="danger-full-access"', '-c', 'check_for_update_on_startup=false'];
const bypass = '--dangerously-bypass-approvals-and-sandbox';

const cases: [agent: string, unattended: boolean, tty: boolean, args: string[], argv: string[]][] = [
  ['codex', false, true, [], codexBase],
  ['codex', false, false, ['exec', 'hi'], [...codexBase, 'exec', 'hi']],
  ['codex', true, false, ['exec', 'hi'], [...codexBase, bypass, 'exec', 'hi']],
  ['codex', true, false, ['exec', bypass, 'hi'], [...codexBase, 'exec', bypass, 'hi']],
  ['claude', false, true, ['-p', '--', '-x'], ['claude', '--no-chrome', '-p', '--', '-x']],
  [
    'claude',
    true,
    true,
    [],
    [
      'claude',
      '--no-chrome',
      '--dangerously-skip-permissions',
      '--settings',
      '{"skipDangerousModePermissionPrompt":true}',
    ],
  ],
  ['claude', true, false, [], ['claude', '--no-chrome', '--dangerously-skip-permissions']],
  [
    'claude',
    true,
    true,
    ['--settings', 'mine.json'],
    ['claude', '--no-chrome', '--dangerously-skip-permissions', '--settings', 'mine.json'],
  ],
  ['pi', true, true, ['-p', 'hi'], ['pi', '-p', 'hi']],
  ['shell', false, true, [], ['/bin/bash', '-i']],
  ['shell', false, false, [], ['/bin/bash']],
  ['shell', false, true, ['ls', '-l', '$HOME; x'], ['ls', '-l', '$HOME; x']],
];

test.each(cases)('%s unattended=%s tty=%s %j', (name, unattended, tty, args, argv) => {
  expect(findAgent(name).argv({ unattended, tty, args })).toEqual(argv);
});

test('what is switched off is said', () => {
  const context = { unattended: false, tty: true, args: [] };
  expect(findAgent('codex').notes(context).join()).toMatch(/inner sandbox is off/);
  expect(findAgent('pi').notes(context).join()).toMatch(/never asks/);
  expect(findAgent('claude').notes(context)).toEqual([]);
  expect(
    findAgent('claude')
      .notes({ ...context, unattended: true })
      .join(),
  ).toMatch(/unattended/);
});
