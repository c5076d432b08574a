import { at, notCovered, shown } from './case.ts';
import type { Section } from './case.ts';

const TERMINAL = 'e2e/terminal';
const ODD = 'e2e/terminal-odd';

export const sectionJ: Section = {
  letter: 'J',
  title: 'Life, signals, terminal',
  cases: {
    179: shown('The launcher is killed at any point.', [
      at('e2e/killed-launcher', '%s: nothing runs 3 s later, nothing is left after the next launch'),
      at(
        'engine/gate',
        'ends at once when the launcher was gone before it began',
        'ends everything when the lease ends %s',
      ),
    ]),
    180: shown('The terminal’s window is closed.', [
      at(TERMINAL, 'ends gracefully when the terminal goes away, and on SIGTERM'),
    ]),
    181: shown('SIGTERM once, twice, three times.', [
      at(TERMINAL, 'ends gracefully when the terminal goes away, and on SIGTERM'),
      at('e2e/killed-launcher', 'ends at the third SIGTERM, whatever it waits for'),
      at(ODD, 'a second SIGTERM ends an agent that ignores the first'),
    ]),
    182: shown('Ctrl-C reaches the agent; before it runs, it ends the launch.', [
      at(
        TERMINAL,
        'Ctrl-C right after the start reaches the program, 20 of 20',
        'Ctrl-C at any time before the program runs ends it',
      ),
      at('e2e/hostile', 'a terminal survives Ctrl-C at any moment'),
    ]),
    183: shown('Ctrl-C while an image is built.', [
      at(ODD, 'Ctrl-C while its image is built ends the launch, and no image is left'),
      at('engine/images', 'cancelled in the middle: no tag, no lock, and the build has stopped'),
      at('unit/engine/faults', 'cancelling closes the connection'),
    ]),
    185: shown('The launcher is stopped and goes on later.', [
      at(ODD, 'a launcher that was stopped goes on: session, terminal and size are right'),
    ]),
    186: shown('Sizes that change quickly, are zero, or come too late.', [
      at(TERMINAL, 'has its size at once, and follows'),
      at(ODD, 'a terminal without a size, and one that changes when the program is gone'),
      at('engine/docker-engine', 'a terminal has one output, a size, and no keys that detach'),
    ]),
    187: shown('Keys that would detach the engine’s client reach the agent.', [
      at('engine/docker-engine', 'a terminal has one output, a size, and no keys that detach'),
      at(ODD, 'keys that detach elsewhere arrive'),
    ]),
    188: shown('Standard streams that are no terminal, closed, or files.', [
      at(
        'e2e/session',
        'stdin closed, stderr apart, a command that is not there',
        '100 MB through a pipe arrive whole, both ways',
      ),
    ]),
    189: shown('Nobody reads the output any more.', [
      at('e2e/session', '`yes | … head -1` and `… yes | head -1` end'),
      at('e2e/hostile', 'lose the agent’s code, or leave things behind, when nobody takes the output'),
    ]),
    190: shown('Exit codes and signals pass.', [
      at('e2e/session', "'kill -9 $$', 137", "'exit 255', 255"),
      at('engine/docker-engine', 'exit code %i', 'ended by a signal: 128 + its number'),
    ]),
    192: shown('The launcher itself fails in the middle.', [
      at(ODD, 'a fault of the launcher itself ends the session and leaves the terminal sane'),
      at(TERMINAL, 'is sane after the launcher was killed'),
      at('unit/session/cleanup', 'unwinds in reverse, goes on after a failure, and only once'),
    ]),
    193: shown('Somebody ends the session from another terminal.', [
      at('e2e/live-session', 'ended from elsewhere: its launcher notices'),
      at(
        'e2e/sessions',
        'stop ends one by the beginning of its name, and everything of it is gone then',
        'stop cancels one that is only starting',
        'prune removes what a killed launcher left, and --dry-run only says so',
      ),
      at(
        'e2e/attach',
        'a second terminal joins an ordinary session, and the first notices nothing bad',
        'a second terminal that is killed leaves the first as it was; the end of the session ends both',
      ),
    ]),
    194: shown('Bytes pass as they are: characters in pieces, large pastes, odd keys.', [
      at(TERMINAL, 'passes bytes through as they are'),
      at('engine/gate', 'passes the bytes that follow READY exactly'),
      at(ODD, 'a paste of 1 MB arrives whole'),
    ]),
    195: notCovered(
      'The machine sleeps for hours.',
      'needs a machine that sleeps; the lease is an open file, not a clock, so time alone ends nothing (case 185)',
    ),
  },
};
