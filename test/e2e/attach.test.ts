import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { endWithTest, untilNothingIsLeft } from '../support/detached.ts';
import { leftovers } from '../support/engine.ts';
import { makePerson } from '../support/person.ts';
import type { Person } from '../support/person.ts';
import { installProduct } from '../support/product.ts';
import { Terminal } from '../support/terminal.ts';

const product = installProduct();
const LEAVE = '\x1d\x1d';

/** A command in a shell in a terminal, with the terminal's settings before and after it. */
const around = (person: Person, words: string, options: { cols?: number; rows?: number } = {}) =>
  new Terminal(
    person,
    [
      'sh',
      '-c',
      `trap : INT; stty -g; ${process.execPath} ${product.cli} ${words}; echo "END $?"; stty -g; echo AFTER`,
    ],
    options,
  );

const settings = (output: string) =>
  output
    .split('\n')
    .filter((line) => /^[0-9a-f]+(:[0-9a-f]+){3,}/.test(line.trim()))
    .map((line) => line.trim());

const expectSane = (terminal: Terminal): void => {
  expect(settings(terminal.output).length).toBe(2);
  expect(new Set(settings(terminal.output)).size).toBe(1);
};

/** Says its size when asked to, and on every change. */
const SIZES = `trap "stty size; echo changed" WINCH; echo up; while :; do read -r line && echo "got <$line>"; done`;

describe.each([makePerson('root'), makePerson('user')])('attach of $label', (person) => {
  /** A session begun in a terminal with --detach; its name. */
  async function detached(script: string, flags = ''): Promise<{ terminal: Terminal; id: string }> {
    endWithTest(person);
    const terminal = around(person, `launch shell --detach ${flags} -- sh -c '${script}'`, { cols: 91, rows: 31 });
    const id = /\n([0-9a-f]{12})\r/.exec(await terminal.until('END 0'))?.[1] ?? '';
    return { terminal, id };
  }

  it('a detached session survives its terminal’s SIGHUP, and its words are there', async () => {
    const { terminal, id } = await detached(`stty size; echo first words; ${SIZES}`);
    terminal.kill('SIGHUP');
    await terminal.ended;
    await sleep(300);
    const joined = around(person, `attach ${id.slice(0, 6)}`, { cols: 77, rows: 22 });
    await joined.until(/31 91[\s\S]*first words/);
    // Drawn anew: it was told of a change, and has our size in the end.
    await joined.until(/22 77\r+\nchanged/);
    expect(joined.output).not.toMatch(/SANDBOX-ATTEST|READY/);
    joined.type('hello\r');
    await joined.until('got <hello>');
    joined.resize(60, 20);
    await joined.until('20 60');
    joined.type(LEAVE);
    await joined.until('END 0');
    await joined.until('AFTER');
    expect(joined.output).toContain(`left session ${id}, which goes on`);
    expectSane(joined);
    // And once more, to its end.
    const again = around(person, `attach ${id}`);
    await again.until('got <hello>');
    again.type('\x03');
    await again.until(/END 130[\s\S]*AFTER/);
    expectSane(again);
    await untilNothingIsLeft(person);
  });

  it('a second terminal joins an ordinary session, and the first notices nothing bad', async () => {
    const first = around(person, `launch shell -- sh -c '${SIZES}'`, { cols: 100, rows: 30 });
    await first.until('up');
    const id = await onlySession(person);
    const second = around(person, `attach ${id}`, { cols: 70, rows: 20 });
    await second.until('20 70');
    first.type('from the first\r');
    await second.until('got <from the first>');
    second.type('from the second\r');
    await first.until('got <from the second>');
    await second.until('got <from the second>');
    const before = first.output.length;
    second.type(LEAVE);
    await second.until(/END 0[\s\S]*AFTER/);
    expectSane(second);
    // It has its own size back, and goes on.
    await first.until('30 100', { from: before });
    first.type('still here\r');
    await first.until('got <still here>');
    first.type('\x03');
    await first.until(/END 130[\s\S]*AFTER/);
    expectSane(first);
    expect(await leftovers(person)).toEqual({ containers: [], sessions: [] });
  });

  it('a second terminal that is killed leaves the first as it was; the end of the session ends both', async () => {
    const first = around(person, `launch shell -- sh -c '${SIZES}'`);
    await first.until('up');
    const id = await onlySession(person);
    const killed = around(person, `attach ${id}`);
    await killed.until('Ctrl-] twice leaves it');
    await sleep(500);
    killed.kill('SIGKILL');
    const second = around(person, `attach ${id}`);
    await second.until('changed');
    first.type('still here\r');
    await second.until('got <still here>');
    second.type('\x03');
    await Promise.all([first, second].map((terminal) => terminal.until(/END 130[\s\S]*AFTER/)));
    for (const terminal of [first, second]) expectSane(terminal);
    expect(await leftovers(person)).toEqual({ containers: [], sessions: [] });
  });

  it.each(['SIGINT', 'SIGTERM', LEAVE])('%j leaves it while what was recorded is still shown', async (way) => {
    const { id } = await detached('yes');
    await sleep(1500);
    const joined = new Terminal(person, [process.execPath, product.cli, 'attach', id]);
    await joined.until(/y\r+\ny/);
    if (way === LEAVE) joined.type(way);
    else joined.kill(way);
    const end = await Promise.race([joined.ended, sleep(10_000)]);
    joined.kill('SIGKILL');
    expect(end).toEqual({ code: { SIGINT: 130, SIGTERM: 143 }[way] ?? 0, signal: 0 });
    expect(await onlySession(person)).toBe(id);
  });

  it('a single Ctrl-] is the session’s, and so are keys that detach elsewhere', async () => {
    const { id } = await detached('stty raw -echo; echo ready; head -c 5 | od -An -tx1 | tr -d "\\n"; sleep 20');
    const joined = around(person, `attach ${id}`);
    await joined.until('ready');
    await sleep(300);
    joined.type('\x1d');
    await sleep(1000);
    joined.type('\x10\x11a\x1d');
    await joined.until('1d 10 11 61 1d');
    joined.type(LEAVE);
    await joined.until(/END 0[\s\S]*AFTER/);
    expectSane(joined);
  });

  it('a program that asks the terminal is replayed without its questions', async () => {
    const { id } = await detached('printf "\\033[6n\\033[c\\033]11;?\\007\\033[?1049hdrawn\\n"; cat');
    const joined = around(person, `attach ${id}`);
    await joined.until('drawn');
    joined.type(LEAVE);
    await joined.until(/END 0[\s\S]*AFTER/);
    expect(joined.output).not.toMatch(/\x1b\[6n|\x1b\[c|\x1b\]11/);
    // The other screen was entered again, and left.
    expect(joined.output).toMatch(/\x1b\[\?1049h[\s\S]*\x1b\[\?1049l/);
  });

  it('Ctrl-] twice leaves a program that has keys coded its own way', async () => {
    const { id } = await detached('printf "\\033[>1udrawn\\n"; cat');
    const joined = around(person, `attach ${id}`);
    await joined.until('drawn');
    joined.type('\x1b[93;5u\x1b[93;5:3u');
    await sleep(100);
    joined.type('\x1b[93;5u');
    await joined.until(/END 0[\s\S]*AFTER/);
    expectSane(joined);
  });

  it('is refused for names that nobody has, or several', async () => {
    const run = (...words: string[]) => person.run([process.execPath, product.cli, ...words]);
    for (const command of ['attach', 'logs']) {
      for (const name of ['ffffffffffff', '../x', '', '*', '--', 'a b'])
        expect((await run(command, name)).code, name).toBe(64);
    }
    const first = around(person, 'launch shell -- cat');
    endWithTest(person);
    await sleep(1500);
    const { code, stderr } = await run('logs', await onlySession(person));
    expect([code, stderr]).toEqual([64, expect.stringContaining('nothing of it is recorded')]);
    first.type('\x03');
    await first.until('END 130');
  });
});

async function onlySession(person: Person): Promise<string> {
  const { sessions } = await leftovers(person);
  if (sessions.length !== 1 || sessions[0] === undefined) throw new Error(`sessions: ${sessions.join()}`);
  return sessions[0];
}
