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
    return [...units(bytes)].join('');
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

function* units(bytes: Uint8Array): Generator<string> {
  for (let at = 0; at < bytes.length;) {
    const first = bytes[at] ?? 0;
    const length = sequenceLength(first);
    const character = length === 0 ? null : tryDecode(bytes.subarray(at, at + length));
    yield character ?? String.fromCharCode(0xdc00 + first);
    at += character === null ? 1 : length;
  }
}

/** Length announced by the first byte; 0 for a byte that cannot start a character. */
function sequenceLength(first: number): number {
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first <= 0xdf) return 2;
  if (first >= 0xe0 && first <= 0xef) return 3;
  if (first >= 0xf0 && first <= 0xf4) return 4;
  return 0;
}

/** null: not exactly one valid character (overlong forms, surrogates and cut sequences included). */
function tryDecode(bytes: Uint8Array): string | null {
  try {
    return strict.decode(bytes);
  } catch {
    return null;
  }
}
