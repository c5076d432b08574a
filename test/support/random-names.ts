/** A generator of reproducible random numbers in [0, 1) (mulberry32). */
export function randomSource(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Pieces of names that have fooled terminals, parsers and people. */
const pieces = [
  '\n✓ 03 pass',
  'pass  24  all is well',
  '\r\x1b[2K',
  '\x1b]52;c;ZWNobyBoaQ==\x07',
  '\x1b]8;;http://x.invalid\x1b\\link\x1b]8;;\x1b\\',
  '\x1b]0;title\x07',
  '\x1bP$q"p\x1b\\',
  '\x1b[2J\x1b[H',
  '\x1b[1A',
  '\x9b31m',
  '\x00',
  '\x07\x08\x7f',
  '\u0085\u009d0;x\u009c',
  '\u202e\u2066gpj.exe\u2069',
  '\u200b\u200d\ufeff',
  '\u2028\u2029',
  '\u{e0041}\u{e0042}',
  '\ufffe\uffff',
  ']]>',
  '<script>&amp;"\'',
  '| a | b |',
  '``` ',
  '../..',
  '${HOME} $(id) `id`',
  '--flag',
  'é\u0301',
  '😀\u{1f468}\u200d\u{1f469}',
  '\\x1b\\n',
].map((text) => Buffer.from(text));

/** One name: up to `max` bytes, of pieces, random bytes and plain letters; never `/`, and no NUL where `file` is set. */
export function randomName(random: () => number, max: number, file = false): Buffer {
  const parts: Buffer[] = [];
  let length = 0;
  const wanted = 1 + Math.floor(random() ** 8 * max);
  while (length < wanted) {
    const kind = random();
    const part =
      kind < 0.4
        ? (pieces[Math.floor(random() * pieces.length)] ?? Buffer.of(0x61))
        : kind < 0.8
          ? Buffer.of(Math.floor(random() * 256))
          : Buffer.from('name-');
    parts.push(part);
    length += part.length;
  }
  const name = Buffer.concat(parts).subarray(0, max);
  return Buffer.from(name.map((byte) => (file && (byte === 0 || byte === 0x2f) ? 0x5f : byte)));
}
