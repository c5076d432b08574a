import { fromBytes } from '../ui/raw-text.ts';

export type ParsedSettings =
  | { readonly kind: 'value'; readonly value: unknown }
  /** The reason holds nothing of the file: there may be a login in it. */
  | { readonly kind: 'unparsable'; readonly reason: string };

const BOM = '\uFEFF';

/**
 * A settings file by its name: TOML or JSON, with real parsers. A byte order mark is passed over: some agents do, and what is seen
 * that an agent would not see harms nobody. Bytes that are no UTF-8 stay apart in texts and break everything else.
 */
export async function parseSettings(path: string, bytes: Uint8Array): Promise<ParsedSettings> {
  const text = fromBytes(bytes);
  const plain = text.startsWith(BOM) ? text.slice(1) : text;
  return path.endsWith('.toml') ? parseToml(plain) : parseJson(plain);
}

function parseJson(text: string): ParsedSettings {
  try {
    return { kind: 'value', value: JSON.parse(text) as unknown };
  } catch {
    return { kind: 'unparsable', reason: text.trim() === '' ? 'it is empty' : 'it is not JSON' };
  }
}

async function parseToml(text: string): Promise<ParsedSettings> {
  // Loaded only where there is such a file.
  const { parse, TomlError } = await import('smol-toml');
  try {
    return { kind: 'value', value: parse(text, { integersAsBigInt: 'asNeeded' }) };
  } catch (error) {
    const place = error instanceof TomlError ? `; see line ${error.line}` : '';
    return { kind: 'unparsable', reason: `it is not TOML${place}` };
  }
}
