import { toBytes } from './raw-text.ts';

/** Kept readable in JSON; every other control, format, separator and invisible character is written `\uXXXX`. */
const unprintable = /[\p{C}\p{Z}\p{DI}\u2800]/gu;
const lone = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/**
 * A value as JSON that any parser reads and no terminal obeys: unprintable characters are escaped. A text that is not valid
 * Unicode, because it came from bytes that are not UTF-8 (raw-text.ts), is shown with U+FFFD, and beside its key `name` the
 * key `nameBase64` holds the bytes. In lists such a text becomes an object `{text, base64}`.
 *
 * @param indent spaces of each level; 0: one line
 */
export function jsonText(value: unknown, indent = 0): string {
  const text = JSON.stringify(wellFormed(value), null, indent);
  return text.replace(unprintable, (character) => (/[ \n]/.test(character) ? character : escapeUnits(character)));
}

function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return lone.test(value) ? { text: shown(value), base64: bytes(value) } : value;
  if (Array.isArray(value)) return value.map(wellFormed);
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]: [string, unknown]): [string, unknown][] =>
      typeof item === 'string' && lone.test(item)
        ? [
            [key, shown(item)],
            [`${key}Base64`, bytes(item)],
          ]
        : [[shown(key), wellFormed(item)]],
    ),
  );
}

function shown(text: string): string {
  return text.replace(new RegExp(lone, 'g'), '\ufffd');
}

function bytes(text: string): string {
  return toBytes(text).toString('base64');
}

function escapeUnits(character: string): string {
  return Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
    .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
    .join('');
}
