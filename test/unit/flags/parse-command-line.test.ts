import { describe, expect, it } from 'vitest';
import { commands } from '../../../src/commands/index.ts';
import { AppError } from '../../../src/errors.ts';
import { parseCommandLine } from '../../../src/flags/parse-command-line.ts';

const parse = (...argv: string[]) => parseCommandLine(argv, commands, '1.2.3');
const codeOf = (...argv: string[]) => {
  try {
    parse(...argv);
  } catch (error) {
    return error instanceof AppError ? error.code : String(error);
  }
  return 'none';
};

describe('parseCommandLine', () => {
  it.each([
    [['launch', 'codex'], { command: 'launch', positionals: ['codex'], flags: {}, args: [] }],
    [['launch', 'codex', '-w', '/x', '--read-only'], { flags: { workspace: '/x', readOnly: true } }],
    [['launch', '--read-only', 'codex'], { positionals: ['codex'], flags: { readOnly: true } }],
    [
      ['launch', 'shell', '-T', '--', 'ls', '-la', '--', 'x'],
      { flags: { noTty: true }, args: ['ls', '-la', '--', 'x'] },
    ],
    [['launch', 'codex', '-e', 'A', '-e', 'B=c d'], { flags: { env: ['A', 'B=c d'] } }],
    [['launch', 'codex', '--mount', '/a', '--mount', '/b:/c:rw'], { flags: { mount: ['/a', '/b:/c:rw'] } }],
    [['launch', 'codex', '--tty', '--skills', 'ro'], { flags: { tty: true, skills: 'ro' } }],
    [['launch', 'codex', '--no-tty', '--no-input'], { flags: { noTty: true, noInput: true } }],
    [['plan', 'shell', '--json'], { command: 'plan', flags: { json: true } }],
    [['image', 'build', 'codex'], { command: 'image build', positionals: ['codex'] }],
    [['image', 'build'], { command: 'image build', positionals: [] }],
    [['image', 'build', 'all', '--image', 'debian:12'], { positionals: ['all'], flags: { image: 'debian:12' } }],
    [['image', 'list', '--json'], { command: 'image list', flags: { json: true } }],
    [['image', 'prune', '--dry-run'], { command: 'image prune', flags: { dryRun: true } }],
    [['config', 'show'], { command: 'config show', positionals: [] }],
    [['config', 'show', 'pi', '--network', 'none'], { positionals: ['pi'], flags: { network: 'none' } }],
    [['config', 'path'], { command: 'config path' }],
    [['config', 'schema'], { command: 'config schema' }],
    [['launch', 'codex', '--agent-version', '1.2.3'], { flags: { agentVersion: '1.2.3' } }],
    [['launch', 'codex', '--', '--help'], { args: ['--help'] }],
  ])('%j', (argv, expected) => {
    expect(parse(...argv)).toMatchObject({ kind: 'run', ...expected });
  });

  it.each([
    ['UNKNOWN_COMMAND', ['lunch']],
    ['UNKNOWN_OPTION', ['launch', 'codex', '--nope']],
    ['UNKNOWN_OPTION', ['launch', 'codex', '--skills-server']],
    ['UNKNOWN_OPTION', ['--nope']],
    ['BAD_VALUE', ['launch', 'codex', '--skills', 'maybe']],
    ['BAD_VALUE', ['launch', 'codex', '--workspace']],
    ['USAGE', ['launch', 'codex', 'exec']],
    ['USAGE', ['launch']],
    ['USAGE', ['image', 'build', '--', 'x']],
  ])('%s for %j', (code, argv) => {
    expect(codeOf(...argv)).toBe(code);
  });

  it('prints help and version without running anything', () => {
    expect(parse('--version')).toEqual({ kind: 'print', text: '1.2.3\n' });
    expect(parse('--help')).toMatchObject({ kind: 'print', text: expect.stringContaining('launch') });
    expect(parse()).toMatchObject({ kind: 'print', text: expect.stringContaining('Usage: sandbox') });
    expect(parse('launch', '--help')).toMatchObject({ text: expect.stringContaining('--read-only') });
    expect(parse('image')).toMatchObject({ text: expect.stringContaining('build') });
  });
});
