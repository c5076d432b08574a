import { describe, expect, it } from 'vitest';
import { escapeText } from '../../../src/ui/escape.ts';
import { fromBytes, toBytes } from '../../../src/ui/raw-text.ts';

describe('text from bytes', () => {
  it.each([
    ['ASCII', Buffer.from('name'), 'name'],
    ['UTF-8', Buffer.from('é😀'), 'é😀'],
    ['one wrong byte', Buffer.from([0x61, 0xff, 0x62]), 'a\udcffb'],
    ['an overlong slash', Buffer.from([0xc0, 0xaf]), '\udcc0\udcaf'],
    ['a surrogate in UTF-8', Buffer.from([0xed, 0xb3, 0xbf]), '\udced\udcb3\udcbf'],
    ['a cut sequence', Buffer.from([0xe2, 0x82]), '\udce2\udc82'],
    ['a mark at the start', Buffer.from([0xef, 0xbb, 0xbf, 0x61]), '\ufeffa'],
  ])('%s goes there and back', (_, bytes, text) => {
    expect(fromBytes(bytes)).toBe(text);
    expect(toBytes(text).equals(bytes)).toBe(true);
  });

  it('is never the same for two names', () => {
    const texts = Array.from({ length: 256 }, (_, byte) => fromBytes(Buffer.from([0x61, byte])));
    expect(new Set(texts).size).toBe(256);
  });

  it('is shown as bytes by the escaper', () => {
    expect(escapeText(fromBytes(Buffer.from([0x61, 0xff, 0x0a])))).toBe('a\\xff\\n');
    expect(escapeText('half of a pair \ud83d')).toBe('half of a pair \\u{d83d}');
  });
});
