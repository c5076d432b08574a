import { TextDecoder } from 'node:util';

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const FIRST = 0xdc80;
const LAST = 0xdcff;

/**
 * Bytes → text without loss: valid UTF-8 as itself, every other byte 0xNN as the lone surrogate U+DCNN (the convention of
 * Python's PEP 383), so that two names that differ stay different strings. `toBytes` is its inverse; the escaper shows
 * such a character as `\xNN`, and JSON gets the bytes in base64 beside the text.
 */
export function fromBytes(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes);
  } catch {
    return decodeLossless(bytes);
  }
}

/** Text of `fromBytes` → the bytes it came from. */
export function toBytes(text: string): Buffer {
  const parts = Array.from(text, (character) => {
    const byte = rawByte(character);
    return byte === null ? Buffer.from(character) : Buffer.of(byte);
  });
  return Buffer.concat(parts);
}

/** The byte that a character of such a text stands for; null: it is an ordinary character. */
export function rawByte(character: string): number | null {
  const code = character.length === 1 ? character.charCodeAt(0) : 0;
  return code >= FIRST && code <= LAST ? code - 0xdc00 : null;
}

/** Like the decoder, but what is not UTF-8 becomes one character a byte. */
function decodeLossless(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length;) {
    const length = sequenceLength(bytes, at);
    if (length === 0) text += String.fromCharCode(0xdc00 + (bytes[at] ?? 0));
    else text += String.fromCodePoint(codePoint(bytes, at, length));
    at += length || 1;
  }
  return text;
}

/** Bytes of the well-formed sequence that begins here (Unicode 15, table 3-7); 0: none does. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return 1;
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || at + length > bytes.length) return 0;
  const second = bytes[at + 1] ?? 0;
  const least = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
  const most = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
  if (second < least || second > most) return 0;
  for (let next = at + 2; next < at + length; next++) if (((bytes[next] ?? 0) & 0xc0) !== 0x80) return 0;
  return length;
}

function codePoint(bytes: Uint8Array, at: number, length: number): number {
  const first = bytes[at] ?? 0;
  let code = length === 1 ? first : first & (0x7f >> length);
  for (let next = at + 1; next < at + length; next++) code = (code << 6) | ((bytes[next] ?? 0) & 0x3f);
  return code;
}
