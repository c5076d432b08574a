import { describe, expect, it } from 'vitest';
import { situations } from '../../src/share/situation.ts';
import { shareCases } from '../support/share-cases.ts';

/** After a change: `npx vitest run --project contract test/contract/share-docs.test.ts -u`. */
const page = new URL('../../docs/share.md', import.meta.url).pathname;

const results = { link: 'a link to the share', directory: 'a directory, made', 'as before': 'as before' } as const;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function text(): string {
  return `<!-- Generated from src/share/situation.ts and test/support/share-cases.ts by test/contract/share-docs.test.ts; do not edit. -->

# The share

Where \`/user-terminal-config\` is mounted, or \`SANDBOX_SHARE\` names a directory, and it can be written, \`install.sh\` makes \`~/.agents/skills\` a link to
\`.agents/skills\` in it: the skills outlive the machine, and every machine with the share has them. Without it they live and die
with the machine.

- Nothing is deleted and nothing written over. What you had stays whole in \`~/.agents/skills.backup-TIME\`; the share gets copies, and
  keeps what it has. Remove the backup yourself when you have looked.
- A skill is copied beside its place, compared with what it was copied from, and then gets its name in one step. Modes, times, hard
  links within it, links as links and special files are kept; extended attributes where both file systems have them.
- Ended midway at any point, the next run of \`install.sh\` goes on and ends the same.
- A session that has the directory mounted is not pulled away from it: the move waits for the next run. What another program
  writes there during the move stays in the backup; it may be missing in the share.
- Whatever lies there, the installation goes on; what is for you to do is a warning.
- \`install.sh --uninstall\` leaves the link, the backups and all skills: they work without this program. Where the link to the
  share leads nowhere, because the share is gone, an empty directory takes its place, and the link's target is said.

## What is done when

${table(
  ['situation', 'what is done'],
  Object.entries(situations).map(([name, what]) => [`\`${name}\``, what]),
)}

## What is tried

On real file systems, with an inventory (type, mode, owner, time, contents) before and after, a second run that must change nothing, and
where something is changed, killed before each change and run again (\`test/engine/share.test.ts\`).

${table(
  ['what lies there', 'situation', '`~/.agents/skills` afterwards'],
  shareCases.map(({ name, situation, then }) => [name, `\`${situation}\``, results[then]]),
)}
`;
}

describe('docs/share.md', () => {
  it('is what the situations and the cases say', async () => {
    await expect(text()).toMatchFileSnapshot(page);
  });

  it('has a case of every situation', () => {
    const tried = new Set<string>(shareCases.map(({ situation }) => situation));
    // A path that cannot be looked at: root, as which the cases run, can look at all.
    expect(Object.keys(situations).filter((name) => !tried.has(name))).toEqual(['skills-unknown']);
  });
});
