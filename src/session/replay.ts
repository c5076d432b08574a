import { Transform } from 'node:stream';

/** Bytes of an unfinished sequence that wait for the rest of it. */
const LONGEST = 4096;
/** CSI, OSC, and the strings DCS, SOS, PM, APC (ECMA-48, section 5.4 and 5.6; xterm's ctlseqs ends OSC with BEL as well). */
const SEQUENCE =
  /\x1b\[([0-?]*)([ -/]*)([@-~])|\x1b\]([^\x07\x1b]*)(?:\x07|\x1b\\)|\x1b[PX^_][^\x1b]*\x1b\\|\x1bZ|[\x05\x07]/g;
const UNFINISHED = /\x1b(?:\[[0-?]*[ -/]*|\][^\x07\x1b]*\x1b?|[PX^_][^\x1b]*\x1b?)?$/;

/**
 * Recorded output on its way to a terminal for the second time: it draws what it drew, and asks and does nothing. Questions to
 * the terminal (where is the cursor, what can you do, which colours) are left out, because the answers would be typed into
 * the session; so are the bell, the clipboard, notifications and pictures.
 */
export class Replay extends Transform {
  #unfinished = '';

  override _transform(chunk: Buffer, _encoding: string, done: () => void): void {
    const text = this.#unfinished + chunk.toString('latin1');
    const tail = UNFINISHED.exec(text.slice(-LONGEST))?.[0] ?? '';
    this.#unfinished = tail;
    this.push(Buffer.from(withoutDeeds(text.slice(0, text.length - tail.length)), 'latin1'));
    done();
  }
}

/** Latin1 text of whole sequences. */
function withoutDeeds(text: string): string {
  return text.replace(SEQUENCE, (whole, parameters?: string, between?: string, final?: string, command?: string) => {
    if (final !== undefined) return isQuestion(parameters ?? '', between ?? '', final) ? '' : whole;
    return command !== undefined && !isDeed(command) ? whole : '';
  });
}

/** Device attributes and reports, modes, keyboard, version, parameters, the window's size and place. */
function isQuestion(parameters: string, between: string, final: string): boolean {
  switch (final) {
    case 'c':
    case 'n':
    case 'x':
      return true;
    case 'u':
      return parameters.startsWith('?');
    case 'q':
      return parameters.startsWith('>');
    case 'p':
      return between === '$';
    case 't':
      return /^(1[1-9]|2[01])(;|$)/.test(parameters);
    default:
      return false;
  }
}

/** Of operating system commands: questions, the clipboard, notifications, files. */
function isDeed(command: string): boolean {
  return /^(9|52|99|777|1337)(;|$)/.test(command) || /(^|;)\?(;|$)/.test(command);
}
