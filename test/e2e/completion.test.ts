import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { openTerminal } from '../support/pseudo-terminal.ts';

/** How each shell is started without the user's files, and told to take our script. */
const shells = {
  bash: { argv: ['bash', '--norc', '--noprofile', '-i'], load: (cli: string) => `source <(${cli} completion bash)` },
  zsh: {
    argv: ['zsh', '-f', '-i'],
    load: (cli: string) => `autoload -Uz compinit; compinit -D -u; source <(${cli} completion zsh)`,
  },
  fish: { argv: ['fish', '--no-config', '-i'], load: (cli: string) => `${cli} completion fish | source` },
} as const;

/** Typed, then a tab (two for a list) → what stands on the screen then. */
const completed: readonly (readonly [string, RegExp])[] = [
  ['sandbox la\t', /sandbox launch/],
  ['sandbox launch co\t', /sandbox launch codex/],
  ['sandbox launch --read-o\t', /sandbox launch --read-only/],
  ['sandbox launch --network no\t', /--network none/],
  ['sandbox image bu\t', /sandbox image build/],
  ['sandbox image build al\t', /sandbox image build all/],
  ['sandbox launch --network none cl\t', /--network none claude/],
  ['sandbox launch -w pl\t', /-w place/],
  ['sandbox battery --agent co\t', /--agent codex/],
  ['sandbox check codex -- REA\t', /-- README/],
];

const place = mkdtempSync(join(tmpdir(), 'sandbox-completion-'));
let cli = '';

beforeAll(() => {
  cli = `${process.execPath} ${join(import.meta.dirname, '../../dist/cli.js')}`;
  mkdirSync(join(place, 'place'));
  writeFileSync(join(place, 'README'), '');
});

afterAll(() => rmSync(place, { recursive: true, force: true }));

describe.each(Object.keys(shells) as (keyof typeof shells)[])('%s', (name) => {
  it('completes commands, agents, flags, their values, directories, and files for the agent', async () => {
    const { argv, load } = shells[name];
    const env = { PATH: process.env['PATH'] ?? '', HOME: place, TERM: 'xterm-256color', PS1: '> ', fish_greeting: '' };
    const shell = openTerminal([...argv] as [string, ...string[]], { cwd: place, env });
    try {
      shell.write(
        `${load(cli)}; echo loaded-$((1 + 1))\r`.replace('$((1 + 1))', name === 'fish' ? '(math 1 + 1)' : '$((1 + 1))'),
      );
      await shell.until(/loaded-2/);
      for (const [typed, shown] of completed) {
        shell.write(typed);
        await shell.until(shown);
        // Ctrl-U empties the line.
        shell.write('\x15');
      }
    } finally {
      shell.kill();
      await shell.exit;
    }
  });
});
