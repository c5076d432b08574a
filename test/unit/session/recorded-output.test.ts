import { Readable } from 'node:stream';
import type { Transform } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { AgentOutput } from '../../../src/session/agent-output.ts';
import { OutputTail } from '../../../src/session/output-tail.ts';
import { Replay } from '../../../src/session/replay.ts';

/** The text through it, cut into chunks of `size` bytes. */
async function through(make: () => Transform, text: string, size: number): Promise<string> {
  const bytes = Buffer.from(text, 'latin1');
  const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.subarray(at * size, (at + 1) * size),
  );
  return Buffer.concat(await Readable.from(chunks).pipe(make()).toArray()).toString('latin1');
}

const nonce = '0123456789abcdef'.repeat(2);

describe.each([1, 7, 1000])('in chunks of %i', (size) => {
  it.each([
    [`SANDBOX-ATTEST ${nonce} 2\n{}\nREADY ${nonce}\nagent`, 'agent'],
    [`SANDBOX-ATTEST ${nonce} 2\r\n{}\r\nREADY ${nonce}\r\nREADY ${nonce}\n`, `READY ${nonce}\n`],
    [`SANDBOX-ATTEST ${nonce} 2\n{}\nSANDBOX-READ ${nonce} 4\nnull\nREADY ${nonce}\nx`, 'x'],
    [`SANDBOX-ATTEST ${nonce} 2\n{}\n`, ''],
    ['SANDBOX begins so', 'SANDBOX begins so'],
    ['SAND', 'SAND'],
    [`rotated away\nREADY ${nonce}\n`, `rotated away\nREADY ${nonce}\n`],
    ['', ''],
  ])('AgentOutput %j', async (text, expected) => {
    expect(await through(() => new AgentOutput(), text, size)).toBe(expected);
  });

  it.each([
    ['drawn \x1b[31mred\x1b[0m \x1b[2J\x1b[?1049h\x1b[>1u', 'drawn \x1b[31mred\x1b[0m \x1b[2J\x1b[?1049h\x1b[>1u'],
    ['a\x1b[6nb\x1b[?6nc\x1b[cd\x1b[>ce\x1b[?uf\x1b[>qg\x1b[?2026$ph', 'abcdefgh'],
    ['\x1b[14t\x1b[18tx\x1b[22;0t', 'x\x1b[22;0t'],
    ['\x1b]11;?\x07a\x1b]4;1;?\x1b\\b\x1b]52;c;aGk=\x07c\x1b]0;title\x07d', 'abc\x1b]0;title\x07d'],
    ['\x1bP+q544e\x1b\\a\x1b_Gi=1;AAAA\x1b\\b\x07c\x1bZ', 'abc'],
    ['\x1b]8;;https://example.org\x1b\\link\x1b]8;;\x1b\\', '\x1b]8;;https://example.org\x1b\\link\x1b]8;;\x1b\\'],
    ['end\x1b[3', 'end'],
  ])('Replay %j', async (text, expected) => {
    expect(await through(() => new Replay(), text, size)).toBe(expected);
  });
});

describe('OutputTail', () => {
  it('keeps the last bytes, and has the size it was given', () => {
    const tail = new OutputTail(10, { columns: 3, rows: 4 });
    for (let at = 0; at < 100; at += 1) tail.write(`${at} `);
    expect(tail.bytes.toString()).toBe(' 97 98 99 ');
    expect([tail.isTTY, tail.columns, tail.rows]).toEqual([true, 3, 4]);
    expect(new OutputTail(10, null).isTTY).toBe(false);
  });
});
