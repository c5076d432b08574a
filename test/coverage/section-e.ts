import { at, notCovered, shown } from './case.ts';
import type { Section } from './case.ts';

export const sectionE: Section = {
  letter: 'E',
  title: 'The report, the terminal, the command line',
  cases: {
    105: shown('Every untrusted text passes one escaper.', [
      at(
        'unit/ui/escape',
        'tells bytes that are not UTF-8 from characters',
        'cuts between characters and counts what it left out',
      ),
      at('unit/ui/random-names', 'reach a person as printable lines of ours only'),
    ]),
    106: shown('No control character of 10,000 random names reaches a reader.', [
      at('unit/ui/escape', 'never prints a control character, for 10,000 random names'),
      at('unit/ui/random-names', 'reach a person as printable lines of ours only'),
      at('e2e/battery', 'names that attack whoever reads them'),
    ]),
    107: shown('Sequences that set the clipboard, title or cursor, or ask the terminal something.', [
      at('support/random-names.ts', '\\x1b]52;c;', '\\x1b]8;;', '\\x1b[1A'),
      at('unit/ui/random-names', 'reach a person as printable lines of ours only'),
      at('e2e/own-config', 'what changed on the host meanwhile is named once'),
    ]),
    109: shown(
      'Names that are markup where a report is XML.',
      [
        at('support/random-names.ts', ']]>', '<script>'),
        at('unit/ui/random-names', 'leave JUnit XML that a strict parser reads'),
        at('e2e/battery', 'names that attack whoever reads them'),
      ],
      'SARIF, Markdown and HTML are not written by this program',
    ),
    110: shown('A file whose name looks like a result.', [
      at('unit/ui/random-names', 'stand in quotes where they are named, so that none looks like a result'),
      at('e2e/hostile', 'forge a line of ours'),
    ]),
    111: shown('Output that goes to no terminal has no control sequences.', [
      at('e2e/battery', 'text without control sequences, to a pipe and to a terminal'),
    ]),
    112: shown('What comes out of the container before GO is parsed, never shown raw.', [
      at(
        'unit/battery/parse-frame',
        'shows what a shell said instead of a frame, whole and escaped, wherever it is cut',
        'shows at most 200 bytes of a line that does not end',
      ),
      at('unit/battery/parse-attestation', 'refuses what is not JSON, and shows no raw bytes of it'),
    ]),
    113: shown('An error text of the engine holds control characters.', [
      at('e2e/engine-faults', '%s, with a fault: %s'),
      at('unit/engine/faults', 'the engine’s own words are in the message'),
      at('unit/ui/random-names', 'reach a person as printable lines of ours only'),
    ]),
    115: shown('Words of the command line that are no agent, no flag, or a name every object has.', [
      at('unit/agents/find-agent', 'constructor'),
      at('unit/flags/parse-command-line', 'UNKNOWN_OPTION'),
      at('e2e/refusals', 'is refused with one clear line and the code'),
      at('e2e/battery', 'no agent, no check, no flag: 64'),
    ]),
    116: shown('A variable whose name or value no environment can hold.', [
      at('unit/flags/parse-values', 'parseEnv', 'A=x\\0'),
    ]),
    117: shown('A killed program left the terminal in another mode.', [
      at('unit/session/terminal-modes', 'switches off what was left on, the screen last'),
      at(
        'e2e/terminal',
        'is sane after an agent that was killed in full-screen mode',
        'is sane after the launcher was killed',
      ),
    ]),
    118: notCovered(
      'The agent changes the title of the terminal.',
      'left as it is: the bytes of a session pass unchanged, and terminals have no reliable way to ask for the title before',
    ),
  },
};
