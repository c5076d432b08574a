import { AppError } from '../src/errors.ts';
import { escapeText } from '../src/ui/escape.ts';

/** What the gate sends before the agent's own output begins. */
export type Frame = { readonly kind: 'attestation' | 'read'; readonly json: string } | { readonly kind: 'ready' };

const FRAME_LIMIT = 1 << 20;
const NOISE_SHOWN = 200;
const LINE_FEED = 0x0a;

/**
 * The launcher's ear: an incremental parser of the gate's output (protocol in attest.pl). Chunks may be cut anywhere.
 *
 *     SANDBOX-ATTEST <nonce> <bytes>\n<bytes of printable ASCII>\n   then, for each READ, SANDBOX-READ in the same form,
 *     then   READY <nonce>\n   then the agent, untouched
 *
 * On a terminal the saved settings are back before READY, so its line may end in CR LF. Whatever else arrives before
 * READY, from a shell, the engine or the gate itself, is an error that shows it escaped; nothing is ever passed on raw.
 */
export class FrameParser {
  readonly #nonce: string;
  #state: 'header' | 'body' | 'ready' | 'through' | 'noise' = 'header';
  #pending: Buffer = Buffer.alloc(0);
  #length = 0;
  #kind: 'attestation' | 'read' = 'attestation';

  constructor(nonce: string) {
    this.#nonce = nonce;
  }

  /**
   * The frames this chunk completed, in order. After `ready` every further byte is kept for `rest()`.
   * @throws AppError GATE_BAD_ATTESTATION once the line that does not belong here is complete, or 200 bytes of it
   */
  push(chunk: Buffer): Frame[] {
    this.#pending = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk]);
    const frames: Frame[] = [];
    for (let frame = this.#step(); frame !== null; frame = this.#step()) if (frame !== 'more') frames.push(frame);
    return frames;
  }

  /** Takes what no frame claimed: the agent's first bytes after `ready`; before it, the beginning of something unfinished. */
  rest(): Buffer {
    const rest = this.#pending;
    this.#pending = Buffer.alloc(0);
    return rest;
  }

  /** null: wait for more bytes. `more`: progress without a frame. */
  #step(): Frame | 'more' | null {
    switch (this.#state) {
      case 'header':
        return this.#header();
      case 'body':
        return this.#body();
      case 'ready':
        return this.#ready();
      case 'noise':
        return this.#noise();
      case 'through':
        return null;
    }
  }

  #header(): 'more' | null {
    const word = this.#kind === 'attestation' ? 'SANDBOX-ATTEST' : 'SANDBOX-READ';
    const rest = this.#after(`${word} ${this.#nonce} `);
    if (rest === null) return this.#state === 'noise' ? 'more' : null;
    const end = rest.indexOf(LINE_FEED);
    const digits = rest.subarray(0, end === -1 ? rest.length : end).toString('latin1');
    if (end === -1 && /^([1-9]\d{0,6})?$/.test(digits)) return null;
    const length = Number(digits);
    if (end === -1 || !/^[1-9]\d{0,6}$/.test(digits) || length > FRAME_LIMIT) return this.#refuse();
    this.#pending = rest.subarray(end + 1);
    this.#length = length;
    this.#state = 'body';
    return 'more';
  }

  #body(): Frame | 'more' | null {
    if (this.#pending.length <= this.#length) return null;
    const body = this.#pending.subarray(0, this.#length);
    const clean = body.every((byte) => byte >= 0x20 && byte < 0x7f);
    if (!clean || this.#pending[this.#length] !== LINE_FEED) return this.#refuse();
    this.#pending = this.#pending.subarray(this.#length + 1);
    this.#state = 'ready';
    return { kind: this.#kind, json: body.toString('latin1') };
  }

  #ready(): Frame | 'more' | null {
    if (this.#pending[0] === 'S'.charCodeAt(0)) {
      this.#kind = 'read';
      this.#state = 'header';
      return 'more';
    }
    const rest = this.#after(`READY ${this.#nonce}`);
    if (rest === null) return this.#state === 'noise' ? 'more' : null;
    const at = rest[0] === 0x0d ? 1 : 0;
    if (rest.length <= at) return null;
    if (rest[at] !== LINE_FEED) return this.#refuse();
    this.#pending = rest.subarray(at + 1);
    this.#state = 'through';
    return { kind: 'ready' };
  }

  /** What follows `start`; null when it is not complete yet, or cannot become it (then the state is `noise`). */
  #after(start: string): Buffer | null {
    const expected = Buffer.from(start, 'latin1');
    const compared = Math.min(expected.length, this.#pending.length);
    if (!this.#pending.subarray(0, compared).equals(expected.subarray(0, compared))) {
      this.#refuse();
      return null;
    }
    return compared < expected.length ? null : this.#pending.subarray(expected.length);
  }

  #refuse(): 'more' {
    this.#state = 'noise';
    return 'more';
  }

  /** Waits for the whole line, so that the error can show it. */
  #noise(): null {
    const start = this.#pending.findIndex((byte) => byte > 0x20);
    const end = start === -1 ? -1 : this.#pending.indexOf(LINE_FEED, start);
    if (end === -1 && this.#pending.length < NOISE_SHOWN) return null;
    const shown = this.#pending.subarray(Math.max(start, 0), end === -1 ? undefined : end).subarray(0, NOISE_SHOWN);
    throw new AppError(
      'GATE_BAD_ATTESTATION',
      `the session did not begin with its attestation; it said: ${escapeText(Buffer.from(trimEnd(shown)))}`,
      'Nothing of the agent ran. Rebuild the image with `sandbox image build`; report this if it stays.',
    );
  }
}

function trimEnd(bytes: Buffer): Buffer {
  let end = bytes.length;
  while (end > 0 && (bytes[end - 1] ?? 0) <= 0x20) end--;
  return bytes.subarray(0, end);
}
