import { once } from 'node:events';
import { type PassThrough, Writable } from 'node:stream';

const HEADER = 8;
const STDERR = 2;

/**
 * Takes apart the stream of an attached container without a TTY: frames of [stream, 0, 0, 0, size as big-endian 32 bit] and
 * payload (Docker Engine API, ContainerAttach, "Stream format"). docker-modem's own demuxer knows no backpressure and copies
 * its buffer with every frame. A reader that has gone away loses its bytes, the other one keeps getting its own.
 */
export class Demuxer extends Writable {
  #header = Buffer.alloc(HEADER);
  #headerFilled = 0;
  #remaining = 0;
  #target: PassThrough;
  #stdout: PassThrough;
  #stderr: PassThrough;

  constructor(stdout: PassThrough, stderr: PassThrough) {
    super();
    this.#stdout = stdout;
    this.#stderr = stderr;
    this.#target = stdout;
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    this.#consume(chunk).then(() => done(), done);
  }

  async #consume(chunk: Buffer): Promise<void> {
    let at = 0;
    while (at < chunk.length) {
      if (this.#remaining === 0) {
        at += this.#readHeader(chunk, at);
        continue;
      }
      const payload = chunk.subarray(at, at + this.#remaining);
      at += payload.length;
      this.#remaining -= payload.length;
      await deliver(this.#target, payload);
    }
  }

  /** Returns how many bytes it took. */
  #readHeader(chunk: Buffer, at: number): number {
    const taken = chunk.copy(this.#header, this.#headerFilled, at, at + HEADER - this.#headerFilled);
    this.#headerFilled += taken;
    if (this.#headerFilled === HEADER) {
      const stream = this.#header.readUInt8(0);
      if (stream > STDERR) throw new Error(`frame of unknown stream ${stream}`);
      this.#target = stream === STDERR ? this.#stderr : this.#stdout;
      this.#remaining = this.#header.readUInt32BE(4);
      this.#headerFilled = 0;
    }
    return taken;
  }
}

/** Writes and waits until the reader has made room, or is gone. */
export async function deliver(target: PassThrough, bytes: Buffer): Promise<void> {
  if (target.destroyed || target.write(bytes)) return;
  const stop = new AbortController();
  const options = { signal: stop.signal };
  try {
    await Promise.race([once(target, 'drain', options), once(target, 'close', options)]);
  } finally {
    stop.abort();
  }
}
