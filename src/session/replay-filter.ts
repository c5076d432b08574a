import { harmless } from './harmless-sequence.ts';
import { TerminalCharacters } from './terminal-characters.ts';

/** Characters of a sequence that are kept until it ends; what is longer is left out, to its end. */
const LONGEST = 4096;
const ESC = '\x1b';

type State =
  | 'ground'
  | 'escape'
  | 'csi'
  /** An operating system command. */
  | 'osc'
  /** DCS, SOS, PM, APC: nothing of it is kept. */
  | 'string'
  /** ESC within one of the last two: its end, or that of nothing. */
  | 'end';

/**
 * Follows a terminal's output (ECMA-48; the states are those of DEC's parsers, see "A parser for DEC's ANSI-compatible video
 * terminals", vt100.net) and lets text, and sequences known to be harmless, through: always whole and always in the same
 * form, so that nothing left out can make a sequence of what stood around it. Controls inside a sequence are left out, and a
 * control of 0x80 to 0x9f is what it stands for: ESC and a letter. Memory is bounded, and it does not matter where it is cut.
 */
export class ReplayFilter {
  readonly #characters = new TerminalCharacters();
  #state: State = 'ground';
  #sequence = '';
  #out = '';

  /** What of these bytes, and of those that waited, is to be shown. */
  filter(bytes: Uint8Array): Buffer {
    this.#characters.read(bytes, (character) => this.#take(character));
    const out = Buffer.from(this.#out, 'utf8');
    this.#out = '';
    return out;
  }

  #take(character: string): void {
    if (character >= '\x80' && character <= '\x9f') {
      this.#take(ESC);
      this.#take(String.fromCharCode(character.charCodeAt(0) - 0x40));
    } else if (character === ESC) {
      if (this.#state === 'osc' || this.#state === 'string') this.#state = 'end';
      else this.#begin('escape');
    } else if (character === '\x18' || character === '\x1a') this.#begin('ground');
    else this.#follow(character);
  }

  #begin(state: State): void {
    this.#state = state;
    this.#sequence = '';
  }

  #follow(character: string): void {
    switch (this.#state) {
      case 'ground':
        if (isText(character) || (character >= '\b' && character <= '\x0f')) this.#out += character;
        return;
      case 'escape':
        return this.#escape(character);
      case 'csi':
        if (!isText(character)) return;
        this.#keep(character);
        if (character >= '@') this.#finish(harmless.csi, `${ESC}[`, '');
        return;
      case 'osc':
        if (character === '\x07') this.#finish(harmless.osc, `${ESC}]`, '\x07');
        else if (isText(character)) this.#keep(character);
        return;
      case 'string':
        return;
      case 'end':
        if (character === '\\') return this.#finish(harmless.osc, `${ESC}]`, `${ESC}\\`);
        this.#begin('escape');
        return this.#escape(character);
    }
  }

  #escape(character: string): void {
    if (!isText(character)) return;
    if (this.#sequence === '') {
      if (character === '[') return this.#begin('csi');
      if (character === ']') return this.#begin('osc');
      if (['P', 'X', '^', '_'].includes(character)) return this.#begin('string');
    }
    this.#keep(character);
    if (character >= '0') this.#finish(harmless.escape, ESC, '');
  }

  /** One character more than the longest is what tells that it is too long. */
  #keep(character: string): void {
    if (this.#sequence.length <= LONGEST) this.#sequence += character;
  }

  #finish(isHarmless: (text: string) => boolean, introducer: string, end: string): void {
    const sequence = this.#sequence;
    this.#begin('ground');
    if (sequence.length <= LONGEST && isHarmless(sequence)) this.#out += introducer + sequence + end;
  }
}

/** No control. */
function isText(character: string): boolean {
  return character >= ' ' && character !== '\x7f';
}
