import { describe, expect, it } from 'vitest';
import { LeaveKeys } from '../../../src/session/leave-keys.ts';

/** What passes, and `LEAVE` when it ends there; what is held at the end comes last. */
function typed(...chunks: readonly string[]): string {
  const keys = new LeaveKeys();
  let passed = '';
  for (const chunk of chunks) {
    const { pass, leave } = keys.feed(Buffer.from(chunk, 'latin1'));
    passed += pass.toString('latin1');
    if (leave) return `${passed}LEAVE`;
  }
  return passed + keys.flush().toString('latin1');
}

describe('LeaveKeys', () => {
  it.each([
    [['abc'], 'abc'],
    [['\x1d\x1d'], 'LEAVE'],
    [['a\x1d', '\x1db'], 'aLEAVE'],
    [['\x1d', 'a', '\x1d'], '\x1da\x1d'],
    [['\x1da\x1d\x1d'], '\x1daLEAVE'],
    [['\x1b[93;5u', '\x1b[93;5u'], 'LEAVE'],
    [['\x1b[93;5:1u\x1b[93;5:3u', '\x1b[93;133:1u'], 'LEAVE'],
    [['\x1b[27;5;93~\x1b[27;5;93~'], 'LEAVE'],
    [['\x1b[93;5u\x1b[97;5u'], '\x1b[93;5u\x1b[97;5u'],
    [['\x1b[93;2u\x1b[93;2u'], '\x1b[93;2u\x1b[93;2u'],
    [['\x1d\x1b[A'], '\x1d\x1b[A'],
    [['\u00e9\xff\x00'], '\u00e9\xff\x00'],
  ])('%j', (chunks, expected) => {
    expect(typed(...chunks)).toBe(expected);
  });
});
