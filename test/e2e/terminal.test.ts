import { describe, expect, it } from 'vitest';
import { leftovers } from '../support/engine.ts';
import { launcherOf } from '../support/launcher-of.ts';
import { long } from '../support/long.ts';
import { makePerson } from '../support/person.ts';
import { installProduct } from '../support/product.ts';
import { Terminal } from '../support/terminal.ts';

const product = installProduct();

/** Settings of the terminal as `stty` sees them, asked by a shell that ran the command in the same terminal. */
const around = (command: string) => [
  'sh',
  '-c',
  `trap : INT; stty -g; echo BEGIN; ${command}; echo "END $?"; sleep 0.5; stty -g; echo AFTER`,
];

describe.each([makePerson('root'), makePerson('user')])('a terminal of $label', (person) => {
  const launch = (script: string, flags = '') =>
    `${process.execPath} ${product.cli} launch shell ${flags} -- sh -c '${script}'`;
  const settings = (output: string) =>
    output
      .split('\n')
      .filter((line) => /^[0-9a-f]+(:[0-9a-f]+){3,}/.test(line.trim()))
      .map((line) => line.trim());

  it('has its size at once, and follows', async () => {
    const terminal = new Terminal(
      person,
      around(launch('stty size; trap "stty size; echo changed" WINCH; echo ready; while :; do sleep 0.1; done')),
      { cols: 123, rows: 45 },
    );
    await terminal.until(/45 123[\s\S]*ready/);
    terminal.resize(80, 24);
    await terminal.until('24 80');
    for (let at = 0; at < 30; at += 1) terminal.resize(60 + at, 20 + at);
    await terminal.until('49 89');
    terminal.type('\x03');
    await terminal.until('END 130');
    await terminal.until('AFTER');
    expect(new Set(settings(terminal.output)).size).toBe(1);
  });

  it('Ctrl-C right after the start reaches the program, 20 of 20', async () => {
    for (let at = 0; at < (long ? 200 : 20); at += 1) {
      const terminal = new Terminal(
        person,
        around(launch('trap "echo caught; exit 9" INT; echo started; sleep 5; echo late', '-q')),
      );
      await terminal.until('started');
      terminal.type('\x03');
      await terminal.until('END 9', { timeout: 10_000 });
      expect(terminal.output).toContain('caught');
    }
  });

  it('keeps keys typed before the program runs', async () => {
    const terminal = new Terminal(person, around(launch('read -r line; echo "got <$line>"', '-v')));
    await terminal.until('sandbox:');
    terminal.type('early words\r');
    await terminal.until('got <early words>');
    await terminal.until('END 0');
  });

  it('passes bytes through as they are', async () => {
    const terminal = new Terminal(
      person,
      around(launch('stty raw -echo; echo ready; head -c 12 | od -An -tx1 | tr -d "\\n"; stty sane', '-q')),
    );
    await terminal.until('ready');
    terminal.type('\x1b[200~\u00e9\u{1f600}');
    await terminal.until('1b 5b 32 30 30 7e c3 a9 f0 9f 98 80');
    await terminal.until('END 0');
  });

  it('is sane after an agent that was killed in full-screen mode', async () => {
    const terminal = new Terminal(
      person,
      around(launch('printf "\\033[?1049h\\033[?2004h\\033[?25l"; kill -9 $$', '-q')),
    );
    await terminal.until('END 137');
    expect(terminal.output).toContain('\x1b[?2004l\x1b[?1049l\x1b[?25h');
    await terminal.until('AFTER');
    expect(new Set(settings(terminal.output)).size).toBe(1);
  });

  it('is sane after the launcher was killed', async () => {
    const terminal = new Terminal(person, around(launch('printf "\\033[?1049h"; echo started; sleep 60', '-q')));
    await terminal.until('started');
    process.kill(launcherOf(terminal.pid, product.cli), 'SIGKILL');
    await terminal.until('END 137');
    await terminal.until('AFTER');
    expect(terminal.output).toContain('\x1b[?1049l');
    expect(new Set(settings(terminal.output)).size).toBe(1);
    expect(settings(terminal.output)).toHaveLength(2);
    expect(terminal.output).toContain('\x1b[?25h');
  });

  it('ends gracefully when the terminal goes away, and on SIGTERM', async () => {
    const terminal = new Terminal(person, around(launch('echo started; sleep 60', '-q')));
    await terminal.until('started');
    process.kill(launcherOf(terminal.pid, product.cli), 'SIGTERM');
    await terminal.until('END 143', { timeout: 15_000 });
    const gone = new Terminal(person, ['sh', '-c', `exec ${launch('echo started; sleep 60', '-q')}`]);
    await gone.until('started');
    gone.kill('SIGHUP');
    // By the signal itself: for a shell that is 129.
    expect(await gone.ended).toEqual({ code: 0, signal: 1 });
    expect(await leftovers(person)).toEqual({ containers: [], sessions: [] });
  });

  it('--no-tty: Ctrl-C ends the program', async () => {
    const terminal = new Terminal(person, around(launch('echo started; sleep 60', '-q -T')));
    await terminal.until('started');
    terminal.type('\x03');
    await terminal.until('END 130', { timeout: 15_000 });
  });

  it('Ctrl-C at any time before the program runs ends it', async () => {
    const terminal = new Terminal(person, [
      'sh',
      '-c',
      `trap : INT; ${launch('echo started; sleep 60', '-v')}; echo "END $?"`,
    ]);
    await terminal.until('sandbox: shell in');
    terminal.type('\x03');
    await terminal.until(/END 130/, { timeout: 15_000 });
    expect(await leftovers(person)).toEqual({ containers: [], sessions: [] });
  });
});
