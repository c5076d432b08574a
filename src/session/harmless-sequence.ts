/**
 * Which of a terminal's sequences draw, and neither ask nor do anything else: known ones alone (ECMA-48, xterm's ctlseqs, the
 * kitty keyboard protocol). Each takes the sequence without its introducer and its end. Pure.
 */
export const harmless = {
  /** After ESC: cursor saved and restored, index, tab stop, keypad, reset, character sets, the alignment picture. */
  escape: (text: string): boolean => /^(?:[78=>DEHMc]|[()*+][ -/]?[0-~]|#[3-68])$/.test(text),

  /** Parameters, intermediates and the final character: drawing, movement, modes, colours, keyboard, titles kept. */
  csi: (text: string): boolean =>
    /^(?:[\d;:]*[@A-MPSTXZ^`abdefghlmrsu]|\?[\d;]*[hlJKrs]|>[\d;:]*[mu]|[<=][\d;]*u|[\d;]* q|!p)$/.test(text) ||
    /^0*2[23](?:;\d*)*t$/.test(text),

  /** An operating system command: titles, links, and colours that are set or reset. */
  osc: (text: string): boolean => {
    const [, number, rest = ''] = /^(\d{1,9})(?:;(.*))?$/s.exec(text) ?? [];
    if (number === undefined) return false;
    if ([0, 1, 2, 8].includes(Number(number))) return true;
    return [4, 10, 11, 12, 104, 110, 111, 112].includes(Number(number)) && !rest.includes('?');
  },
};
