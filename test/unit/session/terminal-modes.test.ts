import { describe, expect, it } from 'vitest';
import { TerminalModes } from '../../../src/session/terminal-modes.ts';

const after = (...chunks: string[]) => {
  const modes = new TerminalModes();
  for (const chunk of chunks) modes.observe(Buffer.from(chunk, 'latin1'));
  return modes.reset();
};

describe('TerminalModes', () => {
  it('says nothing for a program that tidied up', () => {
    expect(after('plain \x1b[31mtext\x1b[0m')).toBe('');
    expect(after('\x1b[?1049h\x1b[?25l', '\x1b[?25h\x1b[?1049l')).toBe('');
    expect(after('\x1b[>1u', '\x1b[<u')).toBe('');
    expect(after('\x1b[>4;2m\x1b[>4;0m')).toBe('');
  });

  it('switches off what was left on, the screen last', () => {
    expect(after('\x1b[?1049h\x1b[?2004;1000h\x1b[?25l')).toBe('\x1b[?2004l\x1b[?1000l\x1b[?1049l\x1b[?25h');
    expect(after('\x1b[>7u\x1b[>1u')).toBe('\x1b[<2u');
    expect(after('\x1b[>4;1m')).toBe('\x1b[>4;0m');
  });

  it('finds a sequence at every split', () => {
    const text = 'x\x1b[?1049hy';
    for (let at = 0; at <= text.length; at += 1) expect(after(text.slice(0, at), text.slice(at))).toBe('\x1b[?1049l');
    expect(after(...text)).toBe('\x1b[?1049l');
  });
});
