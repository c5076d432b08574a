import { randomBytes, randomInt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { escapeText } from '../../../src/ui/escape.ts';
import { quote } from '../../../src/ui/quote.ts';

describe('escapeText', () => {
  it.each([
    ['plain name', 'plain name'],
    ['Übung 日本 😀', 'Übung 日本 😀'],
    ['a\nb\rc\td', 'a\\nb\\rc\\td'],
    ['\x1b]52;c;AAAA\x07', '\\x1b]52;c;AAAA\\x07'],
    ['\x7f\x80\x9b31m', '\\x7f\\u{80}\\u{9b}31m'],
    ['\u2028\u2029', '\\u{2028}\\u{2029}'],
    ['a\u202eb\u2066c', 'a\\u{202e}b\\u{2066}c'],
    ['\u200b\u200d\ufeff\u2060', '\\u{200b}\\u{200d}\\u{feff}\\u{2060}'],
    ['\u{e0041}\ufe0f\u{e0100}', '\\u{e0041}\\u{fe0f}\\u{e0100}'],
    ['\u00a0\u3000', '\\u{a0}\\u{3000}'],
    ['\u3164\u115f\u2800', '\\u{3164}\\u{115f}\\u{2800}'],
    ['\ud800x\udfff', '\\u{d800}x\\u{dfff}'],
    ['C:\\n', 'C:\\\\n'],
    ['', ''],
  ])('writes %j as %j', (input, expected) => {
    expect(escapeText(input)).toBe(expected);
  });

  it('tells bytes that are not UTF-8 from characters', () => {
    expect(escapeText(Buffer.from([0x61, 0xff, 0x9b, 0xc3, 0xa9, 0xc2, 0x9b]))).toBe('a\\xff\\x9bé\\u{9b}');
    expect(escapeText(Buffer.from([0xc0, 0xaf, 0xed, 0xa0, 0x80]))).toBe('\\xc0\\xaf\\xed\\xa0\\x80');
    expect(escapeText(Buffer.from([0xe6, 0x97]))).toBe('\\xe6\\x97');
    expect(escapeText(Buffer.from([0xef, 0xbb, 0xbf, 0x61]))).toBe('\\u{feff}a');
  });

  it('cuts between characters and counts what it left out', () => {
    expect(escapeText('abcdef', { max: 3 })).toBe('abc...(+3)');
    expect(escapeText('ab\x1bcd', { max: 4 })).toBe('ab...(+3)');
    expect(escapeText('abc', { max: 3 })).toBe('abc');
    expect(escapeText(Buffer.alloc(10, 0xff), { max: 8 })).toBe('\\xff\\xff...(+8)');
    expect(escapeText('x'.repeat(300))).toBe(`${'x'.repeat(200)}...(+100)`);
  });

  it('never prints a control character, for 10,000 random names', () => {
    for (let round = 0; round < 10_000; round++) {
      const bytes = randomBytes(randomInt(1, 64));
      const text = Array.from({ length: randomInt(1, 24) }, () =>
        String.fromCharCode(randomInt(0, 4) === 0 ? randomInt(0, 0x10000) : randomInt(0, 0x100)),
      ).join('');
      for (const shown of [escapeText(bytes), escapeText(text), quote(bytes), escapeText(bytes.toString('latin1'))]) {
        expect(shown).not.toMatch(
          /[\ud800-\udfff\u0000-\u001f\u007f-\u009f\u2028\u2029\u200b-\u200f\u202a-\u202e\u2066-\u2069]/u,
        );
      }
    }
  });

  it('is injective while nothing is cut', () => {
    const seen = new Map<string, string>();
    for (let round = 0; round < 5_000; round++) {
      const bytes = randomBytes(randomInt(1, 3));
      const shown = escapeText(bytes);
      const hex = bytes.toString('hex');
      expect(seen.get(shown) ?? hex).toBe(hex);
      seen.set(shown, hex);
    }
  });
});

describe('quote', () => {
  it('always quotes and escapes quotes inside', () => {
    expect(quote('✓ 03 pass')).toBe('"✓ 03 pass"');
    expect(quote('a"b\\')).toBe('"a\\"b\\\\"');
  });
});
