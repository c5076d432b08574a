import { at, shown } from './case.ts';
import type { Section } from './case.ts';

const CALLS = 'unit/engine/faults';
const FOUND = 'unit/engine/discovery';
const RESTART = 'e2e/engine-restart';
/** Every call of the engine, in a whole command, with every kind of fault. */
const MATRIX = at('e2e/engine-faults', '%s, with a fault: %s');

export const sectionI: Section = {
  letter: 'I',
  title: 'An engine that misbehaves',
  cases: {
    164: shown('No engine, none that runs, none that may be used, or a remote one: told apart.', [
      at(RESTART, 'is told apart: not running, no permission, remote, too old, not answering, nonsense'),
      at(FOUND, 'not installed, or installed and not running', 'no permission says which group', 'a remote context'),
      at('e2e/refusals', 'who may not use the engine is told about the docker group'),
    ]),
    165: shown('An engine that accepts and does not answer.', [
      MATRIX,
      at(CALLS, 'has a deadline, and its connection is closed with it'),
      at(FOUND, 'one that never answers'),
    ]),
    166: shown('Answers that come slowly, or break off.', [
      MATRIX,
      at(
        CALLS,
        'a connection that breaks: %s',
        'the engine breaks off in the middle: both outputs end, what came is there',
      ),
    ]),
    167: shown('Engines of other versions.', [
      at(RESTART, 'an engine of %s, at least %s: %s'),
      at(FOUND, 'API %s is spoken to in %s', 'too old: API %s'),
    ]),
    169: shown(
      'Podman’s engine, which answers a little differently.',
      [
        at(FOUND, 'rootless: Docker, then Podman, below XDG_RUNTIME_DIR'),
        at('contract/session-greens.ts', 'Podman’s init'),
      ],
      'a session on it: needs a machine with Podman',
    ),
    170: shown('The engine restarts during a session, which it takes along.', [
      at(
        RESTART,
        'the engine ends and takes the session along: said so, and the next launch clears up',
        'the engine is back at once, and the session it took along is not taken for an agent that ended',
      ),
    ]),
    171: shown(
      'The engine restarts and the session outlives it.',
      [
        at(
          RESTART,
          'the engine ends and the session outlives it: its lease ends it, and the next launch clears up',
          'the connection is closed and the session lives: said so, and it is ended',
        ),
      ],
      'attaching again is a later feature: the session is ended, and that is said',
    ),
    172: shown('Every call refused in every way.', [
      MATRIX,
      at(RESTART, '%s is not, and what it began is removed'),
      at(CALLS, '%s: status %i is as good as done', 'create is sent once, whatever happens'),
    ]),
    173: shown('The answer to a creation is lost.', [
      at(RESTART, 'and whose removal fails too, is found by its labels and removed by the next launch'),
      at(CALLS, 'create is sent once, whatever happens'),
    ]),
    174: shown('A start that fails: the program is not there, or the mount does not work.', [
      at(
        'engine/docker-engine',
        'a start that fails says why; the wait for it ends with the container',
        'a program that is not there: exit code 127',
        'a missing bind source is an error, not a new directory',
      ),
      at('e2e/session', 'stdin closed, stderr apart, a command that is not there'),
    ]),
    176: shown(
      'The engine’s clock is another one.',
      [
        at('contract/session-reds.ts', "name: 'behind'", "name: 'ahead'"),
        at('contract/session-greens.ts', 'four seconds ahead'),
      ],
      'in a real virtual machine that slept: another OS',
    ),
    177: shown('Answers that are huge or nonsense.', [
      MATRIX,
      at(CALLS, 'an answer without end is cut off', 'an id that is none is refused: %s'),
      at(RESTART, '%s %s --json is one object, whatever the engine says'),
    ]),
    178: shown(
      'The end of a session is not missed when a connection drops.',
      [
        at(RESTART, 'the wait alone is lost: nothing is missed'),
        at(CALLS, 'start holds back until the wait has been registered'),
      ],
      'the stream of events is not used: the wait for the exit, and an inspection, tell the end',
    ),
  },
};
