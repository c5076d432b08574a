import { fromBytes, rawByte } from './raw-text.ts';

/** How much of a text is shown. */
export interface EscapeOptions {
  /** Most characters of the result before the truncation marker. Default 200. */
  readonly max?: number;
}

/**
 * The one escaper: turns untrusted text into one printable line, so that no name, file or engine message can move the
 * cursor, forge a line of ours, hide itself, or reorder what is read.
 *
 * Kept: printable characters and the plain space. Everything else is written out, unambiguously, in ASCII:
 * `\n \r \t` · `\xHH` for other characters below U+0080 and for *bytes* that are not valid UTF-8 · `\u{…}` for every
 * other character that is a control (C1), a format character (bidi, zero width, tags, variation selectors), a space other
 * than U+0020, a line or paragraph separator, private, unassigned, or half a surrogate pair · `\\` for the backslash.
 * As a result no character below U+0020 or from U+007F to U+009F is ever printed (attack-catalogue cases 105–107).
 *
 * Longer results end in `...(+N)`: N characters (or invalid bytes) of the input were left out.
 *
 * @param input text (of raw-text.ts where it came from bytes), or raw bytes. Latin1 text from the gate becomes bytes again
 *   with `Buffer.from(name, 'latin1')`.
 */
export function escapeText(input: string | Uint8Array, options: EscapeOptions = {}): string {
  const max = options.max ?? 200;
  let result = '';
  let left = 0;
  for (const character of typeof input === 'string' ? input : fromBytes(input)) {
    const shown = escapeCharacter(character);
    if (left > 0 || result.length + shown.length > max) left++;
    else result += shown;
  }
  return left === 0 ? result : `${result}...(+${left})`;
}

/** C = control, format, surrogate, private, unassigned; Z = separators; DI = default ignorable (invisible) characters. */
const unprintable = /[\p{C}\p{Z}\p{DI}\u2800\\]/u;

function escapeCharacter(character: string): string {
  if (character === ' ' || !unprintable.test(character)) return character;
  switch (character) {
    case '\\':
      return '\\\\';
    case '\n':
      return '\\n';
    case '\r':
      return '\\r';
    case '\t':
      return '\\t';
  }
  const byte = rawByte(character);
  if (byte !== null) return hexByte(byte);
  const code = character.codePointAt(0) ?? 0;
  return code < 0x80 ? hexByte(code) : `\\u{${code.toString(16)}}`;
}

function hexByte(byte: number): string {
  return `\\x${byte.toString(16).padStart(2, '0')}`;
}
