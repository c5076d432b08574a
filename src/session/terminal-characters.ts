/** The bytes that may follow a byte that begins a character, and how many do (Unicode's table 3-7, well-formed UTF-8). */
function continuation(lead: number): { readonly count: number; readonly low: number; readonly high: number } | null {
  if (lead >= 0xc2 && lead <= 0xdf) return { count: 1, low: 0x80, high: 0xbf };
  if (lead >= 0xe0 && lead <= 0xef)
    return { count: 2, low: lead === 0xe0 ? 0xa0 : 0x80, high: lead === 0xed ? 0x9f : 0xbf };
  if (lead >= 0xf0 && lead <= 0xf4)
    return { count: 3, low: lead === 0xf0 ? 0x90 : 0x80, high: lead === 0xf4 ? 0x8f : 0xbf };
  return null;
}

/**
 * A terminal's bytes as characters, however they are cut into chunks. A control of 0x80 to 0x9f is the same whether it is
 * written in UTF-8 or as a byte of its own; every other byte that is no UTF-8 is left out.
 */
export class TerminalCharacters {
  #begun: number[] = [];
  #missing = 0;
  #low = 0x80;
  #high = 0xbf;

  /** Calls `take` with each character that is whole. At most three bytes wait for the rest of theirs. */
  read(bytes: Uint8Array, take: (character: string) => void): void {
    for (const byte of bytes) {
      if (this.#missing > 0 && byte >= this.#low && byte <= this.#high) {
        this.#begun.push(byte);
        this.#missing -= 1;
        [this.#low, this.#high] = [0x80, 0xbf];
        if (this.#missing === 0) take(Buffer.from(this.#begun).toString('utf8'));
        continue;
      }
      this.#missing = 0;
      if (byte < 0xa0) take(String.fromCharCode(byte));
      else this.#begin(byte);
    }
  }

  #begin(lead: number): void {
    const rest = continuation(lead);
    if (rest === null) return;
    this.#begun = [lead];
    this.#missing = rest.count;
    [this.#low, this.#high] = [rest.low, rest.high];
  }
}
