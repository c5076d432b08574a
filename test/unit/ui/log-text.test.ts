import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { LogText } from '../../../src/ui/log-text.ts';

async function shown(...chunks: readonly (string | Buffer)[]): Promise<string> {
  const output = Readable.from(chunks.map((chunk) => Buffer.from(chunk as string))).pipe(new LogText());
  return Buffer.concat(await output.toArray()).toString();
}

describe('LogText', () => {
  it.each([
    ['plain\r\ntext\n', 'plain\ntext\n'],
    ['tab\there', 'tab\there'],
    ['\x1b[1;31mred\x1b[0m \x1b[38;5;208mo\x1b[m', '\x1b[1;31mred\x1b[0m \x1b[38;5;208mo\x1b[m'],
    ['\x1b[8mhidden\x1b[5mblinks\x1b[1;8m', 'hiddenblinks'],
    ['a\x1b[2Jb\x1b[10;10Hc\x1b]0;title\x07d\x1b]52;c;aGk=\x1b\\e\x1bP+q\x1b\\f\x1bcg', 'abcdefg'],
    ['broken \x1b[31', 'broken \\x1b[31'],
    ['\u202e\u200b back\\', '\\u{202e}\\u{200b} back\\\\'],
    ['\x9b\x07 héé', '\\u{9b}\\x07 héé'],
    ['progress 1\rprogress 2\n', 'progress 1\\rprogress 2\n'],
  ])('%j', async (text, expected) => {
    expect(await shown(text)).toBe(`${expected}\x1b[0m`);
  });

  it('keeps lines and characters together that come in pieces', async () => {
    const bytes = Buffer.from('é\x1b[31mü\nzwei\n');
    expect(await shown(...Array.from(bytes, (byte) => Buffer.of(byte)))).toBe('é\x1b[31mü\nzwei\n\x1b[0m');
  });
});
