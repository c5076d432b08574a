import { describe, expect, it } from 'vitest';
import { ReplayFilter } from '../../../src/session/replay-filter.ts';

/** Latin1 text: a character is a byte. */
function shown(text: string, cuts: readonly number[] = []): string {
  const bytes = Buffer.from(text, 'latin1');
  const filter = new ReplayFilter();
  const ends = [...cuts, bytes.length];
  return Buffer.concat(ends.map((end, at) => filter.filter(bytes.subarray(at === 0 ? 0 : ends[at - 1], end)))).toString(
    'latin1',
  );
}

const long = 'x'.repeat(10_000);

describe('ReplayFilter', () => {
  it.each([
    ['a control within a question', 'a\x1b[\r6nb\x1b[6\x00nc', 'abc'],
    ['a control within the clipboard’s number', 'a\x1b]\x0052;c;aGk=\x07b\x1b]5\r2;c;aGk=\x1b\\c', 'abc'],
    ['leading zeros', 'a\x1b[018tb\x1b]052;c;aGk=\x07c\x1b]000000009;hi\x07d\x1b[0021td', 'abcdd'],
    ['a C1 control in UTF-8', 'a\xc2\x9b6nb\xc2\x9d52;c;aGk=\xc2\x9cc\xc2\x90+q\xc2\x9cd\xc2\x9ae', 'abcde'],
    ['a C1 control as a byte', 'a\x9b6nb\x9d52;c;aGk=\x9cc\x90+q\x9cd\x9ae', 'abcde'],
    ['a C1 control after half a character', 'a\xe0\x9b6nb\xe2\x94\x1b[6nc\xf4\x9b6nd', 'abcd'],
    ['a C1 control that draws', 'a\x9b31mb\xc2\x85c', 'a\x1b[31mb\x1bEc'],
    ['a sequence within one', 'a\x1b[\x1b[6n6nb\x1b]\x1b]52;c;x\x0752;c;y\x07c\x1b[\x9b6n6nd', 'a6nb52;c;yc6nd'],
    ['a sequence within ESC', '\x1b\x1b[6n[6na\x1b\x1b]52;c;x\x07]52;c;y', '[6na]52;c;y'],
    ['one that is cancelled', 'a\x1b[\x186nb\x1b]52;\x1a52c', 'a6nb52c'],
    ['a clipboard of 10 000 bytes', `a\x1b]52;c;${long}\x07b\x1b]52;c;${long}\x1b\\c`, 'abc'],
    ['a device control string of 10 000 bytes', `a\x1bPq${long}\x1b\\b\x1b_G${long}\x9cc`, 'abc'],
    ['parameters of 10 000 bytes', `a\x1b[${'0'.repeat(10_000)}6nb\x1b[${'1;'.repeat(5000)}mc`, 'abc'],
    ['questions few know', '\x1b[?1;1;0Sa\x1b[1;1;1;1;9;9*yb\x1b[?4mc\x1b[#Rd\x1b[1$we\x1b[5if\x1b[>0;1tg', 'abcdefg'],
    ['windows moved', 'a\x1b[3;0;0tb\x1b[8;9;9tc\x1b[2td', 'abcd'],
    ['another encoding', 'a\x1b%@b\x1b G', 'ab'],
    ['colours asked for', '\x1b]0011;?\x07a\x1b]4;1;rgb:0/0/0;2;?\x07b\x1b]21;foreground=?\x07c', 'abc'],
  ])('leaves out %s', (_, text, expected) => {
    expect(shown(text)).toBe(expected);
    expect(shown(text, [...Array(text.length).keys()])).toBe(expected);
  });

  it.each([
    '\x1b[0;1;38;2;1;2;3m\x1b[38:5:1m\x1b[m\x1b[2J\x1b[H\x1b[10;20H\x1b[3A\x1b[K\x1b[?1049h\x1b[?25l\x1b[1;20r\x1b[4 q',
    '\x1b7\x1b8\x1bM\x1b(B\x1b)0\x1b=\x1b>\x1bc\x1b#8\x1b[!p\x1b[>4;2m\x1b[>1u\x1b[<u\x1b[22;0t\x1b[s\x1b[u\x1b[3X',
    '\x1b]8;id=1;https://example.org/?a;?\x1b\\link\x1b]8;;\x1b\\\x1b]0;title?\x07\x1b]10;#ffffff\x07\x1b]104\x07',
    Buffer.from('ünïcode ✓ 雛 🚀 \u{10ffff} ─│┌\r\n\ttab\b', 'utf8').toString('latin1'),
    `\x1b]0;${Buffer.from('✓ 雛', 'utf8').toString('latin1')}\x07`,
  ])('keeps %j, wherever it is cut', (text) => {
    expect(shown(text)).toBe(text);
    expect(shown(text, [...Array(text.length).keys()])).toBe(text);
  });

  it('whatever the bytes and the cuts: the same output, and never a question or a deed in it', () => {
    const random = generator(0x5eed);
    for (let round = 0; round < 20_000; round += 1) {
      const text = Array.from({ length: 1 + random(40) }, () => pieces[random(pieces.length)] ?? '').join('');
      const cuts = Array.from({ length: random(6) }, () => random(text.length + 1)).sort((a, b) => a - b);
      const whole = shown(text);
      expect(shown(text, cuts), JSON.stringify(text)).toBe(whole);
      expect(forbidden(whole), JSON.stringify(text)).toBe(null);
      expect(shown(whole), 'once more').toBe(whole);
    }
  });
});

/** What sequences are made of, and any byte. */
const pieces = [
  ...'\x1b|\x1b[|\x1b]|\x1bP|\x1b_|\x1b\\|\x07|\x05|\x9b|\x9d|\x90|\x9c|\xc2|\xc2\x9b|\xc2\x9d|\xe2|\xe2\x94\x80|\xf0\x9f'.split(
    '|',
  ),
  ...'0|6|6n|c|?|>|$|;|52|52;c;|11;?|t|18t|u|q|p|m|31m|h|\r|\n|\x00|\x18|\x7f|a|Z|\\|Z|['.split('|'),
  ...Array.from({ length: 32 }, (_, at) => String.fromCharCode(at * 8)),
];

/** A small linear congruential generator: the same numbers every time. */
function generator(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** A lenient reading of it, as UTF-8 and with C0 controls passed over: the first thing in it that asks or does something. */
function forbidden(output: string): string | null {
  const text = Buffer.from(output, 'latin1').toString('utf8');
  if (/[\x00-\x06\x10-\x1a\x1c-\x1f\x7f-\x9f\ufffd]/.test(text.replaceAll(/\x1b\][^\x1b\x07]*\x07/g, '')))
    return 'a control';
  const found =
    /\x1b\[[^@-~]*[cnx]|\x1b\[\?[^@-~]*u|\x1b\[>[^@-~]*q|\x1b\[[^@-~]*\$[@-~]|\x1b\[0*(?!2[23]\b)[^@-~]*t|\x1bZ|\x1b[PX^_]/.exec(
      text,
    ) ?? /\x1b\]\D|\x1b\]0*(?:9|52|99|777|1337)\b|\x1b\]0*(?:4|1[0-9]);[^\x07\x1b]*\?/.exec(text);
  return found?.[0] ?? null;
}
