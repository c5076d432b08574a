import { describe, expect, it } from 'vitest';
import { FrameParser, type Frame } from '../../../battery/parse-frame.ts';

const nonce = '0123456789abcdef';
const json = '{"a":"\\u00ff READY 0123"}';
const head = `SANDBOX-ATTEST ${nonce} ${json.length}\n`;
const expected: Frame[] = [{ kind: 'attestation', json }, { kind: 'ready' }];

function feed(...chunks: (string | Buffer)[]): { frames: Frame[]; rest: string } {
  const parser = new FrameParser(nonce);
  const frames = chunks.flatMap((chunk) => parser.push(Buffer.from(chunk as string, 'latin1')));
  return { frames, rest: parser.rest().toString('latin1') };
}

describe('FrameParser', () => {
  it.each(['\n', '\r\n'])('reads a whole session whose READY ends in %j, cut at every pair of places', (end) => {
    const all = `${head}${json}\nREADY ${nonce}${end}\r\n\x1b[2J agent`;
    for (let first = 0; first <= all.length; first++) {
      for (let second = first; second <= all.length; second += 7) {
        const { frames, rest } = feed(all.slice(0, first), all.slice(first, second), all.slice(second));
        expect(frames).toEqual(expected);
        expect(rest).toBe('\r\n\x1b[2J agent');
      }
    }
  });

  it('reads it byte by byte and keeps everything after READY', () => {
    const all = `${head}${json}\nREADY ${nonce}\nx\0y`;
    const { frames, rest } = feed(...all);
    expect(frames).toEqual(expected);
    expect(rest).toBe('x\0y');
  });

  it('shows what a shell said instead of a frame, whole and escaped, wherever it is cut', () => {
    const noise = '/bin/sh: 0: cannot open \x1b[31m/run/sandbox/gate.sh: No such file\r\n';
    for (let at = 0; at <= noise.length; at++) {
      expect(() => feed(noise.slice(0, at), noise.slice(at))).toThrow(
        'it said: /bin/sh: 0: cannot open \\x1b[31m/run/sandbox/gate.sh: No such file',
      );
    }
  });

  it('shows at most 200 bytes of a line that does not end', () => {
    expect(() => feed('\x9b'.repeat(500))).toThrow(/it said: (\\x9b){50}\.\.\.\(\+150\)$/);
  });

  it('waits for more of a short line, and hands it over when the stream ends first', () => {
    expect(feed('exec form').rest).toBe('exec form');
    expect(feed('\n\n').frames).toEqual([]);
  });

  it.each([
    ['another nonce', `SANDBOX-ATTEST ffff ${json.length}\n${json}\n`],
    ['a length that is no number', `SANDBOX-ATTEST ${nonce} 1e3\n${json}\n`],
    ['a negative length', `SANDBOX-ATTEST ${nonce} -1\n${json}\n`],
    ['an empty attestation', `SANDBOX-ATTEST ${nonce} 0\n\n`],
    ['a leading zero', `SANDBOX-ATTEST ${nonce} 012\n${json}\n`],
    ['more than 1 MiB', `SANDBOX-ATTEST ${nonce} 1048577\n${json}\n`],
    ['an endless length', `SANDBOX-ATTEST ${nonce} ${'1'.repeat(200)}`],
    ['CR LF where bytes must be exact', `SANDBOX-ATTEST ${nonce} ${json.length}\r\n${json}\r\n`],
    ['a body without its newline', `${head}${json}READY ${nonce}\n\n`],
    ['a body with a control byte', `SANDBOX-ATTEST ${nonce} 3\na\x1bb\n\n`],
    ['a body with an 8-bit byte', `SANDBOX-ATTEST ${nonce} 3\na\xe9b\n\n`],
    ['output between attestation and READY', `${head}${json}\nsandbox: gate: no word from the launcher\n`],
    ['READY of another nonce', `${head}${json}\nREADY 0123\n`],
    ['READY with something behind it', `${head}${json}\nREADY ${nonce} \n`],
    ['READY with a lone CR', `${head}${json}\nREADY ${nonce}\rx\n`],
  ])('refuses %s', (_, all) => {
    expect(() => feed(all)).toThrow(expect.objectContaining({ code: 'GATE_BAD_ATTESTATION' }));
  });

  it('takes 1 MiB in one frame', () => {
    const large = 'x'.repeat(1 << 20);
    expect(feed(`SANDBOX-ATTEST ${nonce} ${large.length}\n`, large, '\n').frames).toHaveLength(1);
  });
});
