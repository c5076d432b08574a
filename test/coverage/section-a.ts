import { at, notCovered, shown } from './case.ts';
import type { Section } from './case.ts';

const SOURCES = 'unit/judge/sources';
const ALIASES = 'unit/judge/aliases';
const SWAPS = 'e2e/swaps';

export const sectionA: Section = {
  letter: 'A',
  title: 'Mount sources, links, races',
  cases: {
    1: shown('The shared skills are a link to a system directory.', [
      at(SOURCES, 'case 1: ~/.agents/skills → /etc'),
      at('unit/host/ensure-directories', 'case 1: refuses shared skills that are a link elsewhere'),
      at('e2e/refusals', 'shared skills that are a file, or a link to /etc'),
    ]),
    2: shown('`~/.agents` is a link, as dotfile managers make it.', [
      at(SOURCES, 'case 2: ~/.agents is a link'),
      at('unit/host/ensure-directories', 'case 2: refuses ~/.agents as a link unless exactly this link was approved'),
    ]),
    3: shown('The agent’s own directory is a link to another agent’s.', [
      at(SOURCES, 'case 3: ~/.codex → ~/.claude, even when that link was approved'),
      at('e2e/refusals', 'a config directory that is a link to another agent’s'),
    ]),
    4: shown('Two names of one directory, or of a part of it, or of a file, without any link.', [
      at(SOURCES, 'case 4: ~/.codex is ~/.claude'),
      at(ALIASES, 'case 4: the own config is a part of another agent’s', 'case 4: a hard link to a protected file'),
      at('e2e/aliases', 'a hard link to a key is no mount (case 4)'),
    ]),
    5: shown('A source is exchanged between the look at it and the creation of the container.', [
      at(SWAPS, 'swapped during a launch'),
      at('support/swap-outcome.ts', "once('after-pin')", "once('before-create')"),
      at('engine/session-mutations.ts', 'a source replaced after it was pinned'),
    ]),
    6: shown('A source is exchanged between creation and start.', [
      at(SWAPS, 'swapped during a launch'),
      at('support/swap-outcome.ts', "once('after-create')", "once('before-start')"),
      at('engine/session-mutations.ts', 'a source replaced by a link'),
    ]),
    7: shown('A source is exchanged, and put back before anybody looks again.', [
      at(SWAPS, 'swapped during a launch'),
      at('support/swap-outcome.ts', "swap: 'before-start', back: 'after-start'"),
      at('e2e/racer', 'a free-running racer'),
    ]),
    8: shown('A directory above a source is exchanged.', [
      at('unit/host/pin-source', 'cases 8, 9: keeps the object when its path is renamed or deleted and made anew'),
      at(SWAPS, 'swapped during a launch'),
      at('support/swap-kinds.ts', 'its parent renamed, and one of that name made'),
    ]),
    9: shown('A source is deleted and made anew during a launch.', [
      at('unit/host/pin-source', 'cases 8, 9: keeps the object when its path is renamed or deleted and made anew'),
      at(SWAPS, 'swapped during a launch'),
      at('support/swap-kinds.ts', 'deleted and made again'),
    ]),
    11: shown('The workspace is the home, `/`, or a directory of the system.', [
      at('unit/judge/targets', 'workspaces the container cannot have (case 11)'),
      at('unit/host/choose-workspace', 'case 11: refuses %s'),
      at(ALIASES, 'case 11: of what is above $HOME'),
      at('e2e/refusals', '$HOME, what is above it, and what holds a config directory'),
    ]),
    12: shown('The workspace contains what is protected.', [
      at(SOURCES, 'protected directories (cases 12, 13)', 'case 12: ~/%s contains some'),
      at(ALIASES, 'a bind mount of a part (cases 4, 12, 13)'),
      at('e2e/aliases', 'a part of another agent’s directory is no workspace and no mount (cases 4, 12, 13)'),
    ]),
    13: shown('The workspace lies in what is protected.', [
      at(SOURCES, 'case 13: a workspace in, at or above the own config', 'case 13: ~/.agents refuses'),
      at(ALIASES, 'a bind mount of a part (cases 4, 12, 13)'),
    ]),
    14: shown('A workspace below that of a live session.', [
      at(SOURCES, 'below or above a live workspace: refused unless --allow-nested'),
      at(ALIASES, 'live sessions under other names (cases 14, 15)'),
      at('e2e/refusals', 'a workspace nested in a live session’s, either way, unless allowed'),
    ]),
    15: shown('A workspace above that of a live session.', [
      at(SOURCES, 'below or above a live workspace: refused unless --allow-nested'),
      at('e2e/aliases', 'a part of a live session’s workspace is no workspace (cases 14, 15)'),
    ]),
    16: shown(
      'One workspace spelled in several ways is one workspace.',
      [
        at('unit/host/pin-source', 'case 16: follows what the rules allow and resolves it to the same object'),
        at('unit/judge/case-insensitive', 'case 16: a home that ignores case: every spelling is the same object'),
        at('unit/judge/targets', 'case 16: so does a home spelled with decomposed letters'),
        at(SOURCES, 'case 16: two live sessions in one workspace with two names know each other'),
      ],
      'on a real APFS: another OS',
    ),
    17: shown('Somebody else can write a directory above a source.', [
      at(SOURCES, 'directories above a source (case 17)'),
      at('e2e/config', 'an approved ancestor may be written by others'),
    ]),
    18: shown('A workspace below a sticky directory is accepted.', [
      at(SOURCES, 'case 18: sticky: one line'),
      at('e2e/refusals', 'a workspace under /tmp'),
    ]),
    20: shown(
      'A file system whose inode numbers cannot be relied on.',
      [at('e2e/other-kernel', 'refuses a directory in which nothing can be proved, with that sentence')],
      'on a real NFS, FUSE or exFAT: needs such a mount; where inode numbers differ the launch refuses (check 24)',
    ),
    21: shown(
      'The engine runs on another kernel: identity is proved by a file with a secret instead.',
      [
        at('e2e/other-kernel', 'proves every mount, and leaves nothing in any'),
        at('e2e/other-kernel', 'refuses a source that was swapped %s'),
        at('contract/session-reds.ts', 'another kernel, nothing proved'),
      ],
      'on Docker Desktop or Colima themselves: another OS',
    ),
    22: shown('A killed launcher left such a file, and others look like one.', [
      at(
        'e2e/other-kernel',
        'removes what a killed launcher left, and only reports what merely looks like it (case 22)',
      ),
    ]),
    23: shown('Somebody was there first with a file or a link of our name.', [
      at('unit/host/write', 'case 23: never writes through what somebody put there before'),
    ]),
    24: shown('The engine is on another machine.', [
      at('unit/engine/discovery', 'DOCKER_HOST=%s', 'a remote context'),
      at('engine/ensure-engine', 'an engine on another machine is left alone'),
    ]),
    25: shown(
      'The launcher itself runs in a container and talks to the outer engine.',
      [
        at(
          'e2e/devcontainer',
          'runs a session over what is mounted here, not over what the host has under that name',
          'proves every mount by challenge too, and leaves nothing in any',
          'refuses a source that only the container has, by name, and the engine makes nothing',
          'ends the session when the container of its launcher is killed',
        ),
        at('unit/session/translate-sources', 'refuses an engine that does not know this container when %s'),
      ],
      'on Docker Desktop: another OS',
    ),
    26: shown('File systems are mounted below a source.', [
      at(ALIASES, 'case 26: mounts below a source'),
      at('e2e/aliases', 'what is mounted below the workspace is named and not visible (case 26)'),
      at('unit/engine/create-options', 'NonRecursive: true'),
    ]),
    27: shown('Something would be mounted inside another mount.', [
      at('unit/judge/targets', 'case 27: %s is refused'),
      at('contract/mounts', 'I2: nothing lies below a bind but masks, shipped skills and a git directory’s guards'),
    ]),
    29: shown('The engine mounts something that nobody planned.', [
      at('engine/session-mutations.ts', 'a bind nobody planned'),
      at('contract/session-reds.ts', 'a foreign point', 'a point twice'),
    ]),
    30: shown('Mount points whose names need escapes, and escapes that are none.', [
      at('unit/judge/place', 'parseMountTable (case 30)'),
      at('unit/battery/parse-mountinfo', 'decodes octal escapes, then UTF-8', 'against findmnt'),
      at('engine/session-checks', 'a mount whose name needs escapes'),
    ]),
    31: shown('Mounts travel between host and container.', [
      at('contract/session-reds.ts', 'shared propagation', 'received propagation'),
      at('unit/engine/create-options', "Propagation: 'rprivate'"),
    ]),
    32: shown('Somebody restarts the container of a session.', [
      at('e2e/live-session', 'a container that is started again runs no agent'),
    ]),
    33: shown('Paths that are syntax somewhere: commas, colons, quotes, line breaks, commands.', [
      at('unit/host/pin-source', 'case 33: walks a directory named %j'),
      at('unit/mounts/plan-mounts', 'case 33: keeps %j'),
      at('unit/mounts/identity-files', 'case 33: safe.directory is exactly %j'),
      at('e2e/session', 'takes a workspace named %j'),
    ]),
    34: shown('A path that is too long, or very deep.', [
      at('unit/host/pin-source', 'case 34: 200 components are fine'),
      at('unit/host/choose-workspace', 'case 34: says that a path is too long'),
    ]),
    35: shown('The working directory is gone, or closed.', [
      at(
        'unit/host/gather-facts',
        'the working directory (case 35)',
        'a working directory that cannot be entered (case 35)',
      ),
    ]),
    36: shown('`$HOME` is odd, missing, or not what the password database says.', [
      at('unit/host/gather-facts', 'the home (case 36)'),
    ]),
    37: notCovered(
      'SELinux keeps the container from reading a mount.',
      'needs a machine with SELinux enforcing; nothing here relabels anything (`:z`, `:Z` are never asked for)',
    ),
  },
};
