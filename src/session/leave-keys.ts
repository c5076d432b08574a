/** Ctrl-]: as a byte, and as terminals write it whose program asked for kitty's or xterm's own coding of keys (caps and num lock are no matter). */
const KEY = String.raw`\x1d|\x1b\[93;(?:5|69|133|197)(?::[12])?u|\x1b\[27;5;93~`;
/** Its release, which kitty's coding can report as well. */
const RELEASE = String.raw`\x1b\[93;\d{1,3}:3u`;
const FIRST = new RegExp(KEY);
const SECOND = new RegExp(`^(?:${RELEASE})*(?:${KEY})`);
const ONLY_RELEASES = new RegExp(`^(?:${RELEASE})*$`);

export interface Keys {
  /** For the session. */
  readonly pass: Buffer;
  readonly leave: boolean;
}

/**
 * Finds Ctrl-] pressed twice among the keys for a session. The first is held back until the next key tells what it was: any
 * other key sends it on, and so does `flush`, for a moment without one. Pure but for what it holds.
 */
export class LeaveKeys {
  #held = '';

  get holds(): boolean {
    return this.#held !== '';
  }

  feed(chunk: Buffer): Keys {
    let text = this.#held + chunk.toString('latin1');
    let pass = '';
    this.#held = '';
    for (let key = FIRST.exec(text); key !== null; key = FIRST.exec(text)) {
      const after = text.slice(key.index + key[0].length);
      pass += text.slice(0, key.index);
      if (SECOND.test(after)) return { pass: Buffer.from(pass, 'latin1'), leave: true };
      if (ONLY_RELEASES.test(after)) {
        this.#held = key[0] + after;
        return { pass: Buffer.from(pass, 'latin1'), leave: false };
      }
      pass += key[0];
      text = after;
    }
    return { pass: Buffer.from(pass + text, 'latin1'), leave: false };
  }

  /** What was held back: it was a key like others. */
  flush(): Buffer {
    const held = Buffer.from(this.#held, 'latin1');
    this.#held = '';
    return held;
  }
}
