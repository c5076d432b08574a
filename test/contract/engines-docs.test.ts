import { join } from 'node:path';
import { expect, it } from 'vitest';
import { behaviours } from '../engines/behaviours.ts';
import { engines } from '../engines/engines.ts';
import { refusals } from '../engines/refusals.ts';
import { sessionBehaviours } from '../engines/sessions.ts';

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

function page(): string {
  const titles = engines.map(({ title }) => title);
  const works = engines.map(({ refused }) => (refused === null ? 'holds' : '–'));
  const both = works.map((word) => (word === 'holds' ? 'holds, twice' : word));
  const refused = engines.map((engine) => (engine.refused === null ? '–' : 'holds'));
  const counts = engines.map((engine) =>
    String(engine.refused === null ? behaviours.length + 2 * sessionBehaviours.length : refusals.length),
  );
  const rows = [
    ['**the engine, through our adapter**', ...engines.map(() => '')],
    ...behaviours.map(({ title }) => [title, ...works]),
    ['**whole sessions, of root and of an ordinary user**', ...engines.map(() => '')],
    ...sessionBehaviours.map(({ title }) => [title, ...both]),
    ['**refused engines**', ...engines.map(() => '')],
    ...refusals.map(({ title }) => [title, ...refused]),
    ['**tests**', ...counts],
  ];
  return `<!-- Generated from the tests by test/contract/engines-docs.test.ts; do not edit. -->

# Engines

Each row is a test of \`test/engines\`, run on each engine with a word in its column. The further engines come from Debian's
packages by \`scripts/test-engines.sh\`; each must say its version, so that no other one is tested in its place.

${[row(['what', ...titles]), row(['---', ...engines.map(() => '---')]), ...rows.map(row)].join('\n')}

## Which engine is used

The first that answers: \`DOCKER_HOST\`; the docker command's context; \`/var/run/docker.sock\`; rootless Docker's
\`$XDG_RUNTIME_DIR/docker.sock\`. What the first two name is used or refused, never passed over. Podman's sockets are asked last, only to say
why it cannot be used.

## In a container with the socket of the engine outside (a devcontainer)

Each source is translated through the container's own mounts, which the engine is asked for; check 24 proves it by device and inode, and by
a challenge file. The project, the home and this program have to lie in mounts from outside: what lies in the container only is refused with
\`SOURCE_UNTRANSLATABLE\`. Tested in \`test/e2e/devcontainer.test.ts\`, ADR 10 says the rest.

## What is not supported, and why

- **Podman.** Its compatible API refuses \`uid=\`, \`gid=\` and \`nr_inodes=\` of a temporary file system (seen with 4.3; the source of version 6
  still does). A session's home could belong only to root, or be open to everyone, and could not be limited in files. It is refused with
  \`ENGINE_UNSUPPORTED\` before anything is built. [Why not half of it](adr/0009-podman-is-refused.md).
- **User namespace remapping, and rootless engines where the user is not mapped to itself:** check 27 refuses such a session, because
  files would belong to another user. Rootless Docker is found, but no test covers it.
- **An engine on another machine** is refused with \`ENGINE_REMOTE\`: directories would be that machine's.
`;
}

it('docs/engines.md tells what is tested on which engine', async () => {
  await expect(page()).toMatchFileSnapshot(join(import.meta.dirname, '../../docs/engines.md'));
});
