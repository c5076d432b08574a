/**
 * Follows which terminal modes the session's output has switched on, without touching a byte, so that those a killed
 * program left on can be switched off (xterm's ctlseqs: DECSET/DECRST, kitty keyboard protocol, modifyOtherKeys).
 */
export class TerminalModes {
  readonly #on = new Set<string>();
  #cursorHidden = false;
  #kitty = 0;
  #modifyKeys = false;
  #styled = false;
  #charset = false;
  #tail = '';

  /** Looks at a chunk of output. Sequences split over chunks are joined; at most 32 bytes are kept. */
  observe(chunk: Buffer): void {
    const text = this.#tail + chunk.toString('latin1');
    for (const [, prefix = '', numbers = '', final] of text.matchAll(/\x1b\[([?<>=]?)([\d;]*)([hlumq])/g)) {
      this.#apply(prefix, numbers, final ?? '');
    }
    for (const [, set] of text.matchAll(/\x1b\(([0-9A-Z])/g)) this.#charset = set !== 'B';
    const start = text.lastIndexOf('\x1b');
    this.#tail =
      start >= 0 && text.length - start <= 32 && !/\x1b(\[[?<>=]?[\d;]*[A-Za-z]|\([0-9A-Z])/.test(text.slice(start))
        ? text.slice(start)
        : '';
  }

  /** The bytes that switch off what is still on; empty when the program tidied up. */
  reset(): string {
    const off = [...this.#on].sort((a, b) => Number(isScreen(a)) - Number(isScreen(b))).map((mode) => `\x1b[?${mode}l`);
    const kitty = this.#kitty > 0 ? `\x1b[<${this.#kitty}u` : '';
    return `${kitty}${this.#modifyKeys ? '\x1b[>4;0m' : ''}${off.join('')}${this.#cursorHidden ? '\x1b[?25h' : ''}${this.#styled ? '\x1b[0m' : ''}${this.#charset ? '\x1b(B' : ''}`;
  }

  #apply(prefix: string, numbers: string, final: string): void {
    if (prefix === '?' && (final === 'h' || final === 'l')) {
      for (const mode of numbers.split(';')) this.#private(mode, final === 'h');
    } else if (final === 'u' && prefix === '>') this.#kitty += 1;
    else if (final === 'u' && prefix === '<')
      this.#kitty = Math.max(0, this.#kitty - Math.max(1, Number(numbers) || 1));
    else if (final === 'm' && prefix === '') this.#styled = !/^0*$/.test(numbers);
    else if (final === 'm' && prefix === '>' && numbers.startsWith('4')) this.#modifyKeys = !/^4(;0)?$/.test(numbers);
  }

  #private(mode: string, on: boolean): void {
    if (mode === '25') this.#cursorHidden = !on;
    else if (tracked.has(mode)) {
      if (on) this.#on.add(mode);
      else this.#on.delete(mode);
    }
  }
}

/** Application cursor keys, mouse, focus, bracketed paste, synchronized output, alternate screens. */
const tracked = new Set([
  '1',
  '9',
  '47',
  '1000',
  '1001',
  '1002',
  '1003',
  '1004',
  '1005',
  '1006',
  '1015',
  '1016',
  '1047',
  '1049',
  '2004',
  '2026',
  '2031',
]);

function isScreen(mode: string): boolean {
  return mode === '47' || mode === '1047' || mode === '1049';
}
