import type { Socket } from 'node:net';
import { PassThrough, type Readable, Writable } from 'node:stream';
import type { Attachment, Output } from '../engine.ts';
import { deliver, Demuxer } from './demuxer.ts';

/**
 * A hijacked connection as three streams. `stdin.end()` half-closes it: output is still read to its last byte.
 * Errors of the connection are not errors of the streams (nobody could do anything about them): it simply has ended,
 * and how the container ended is told by `waitExit`.
 */
export function attachment(socket: Socket, tty: boolean): Attachment {
  return { stdin: stdinOf(socket), ...outputOf(socket, tty) };
}

/** The same for what is only read: an answer that goes on. */
export function outputOf(source: Readable, tty: boolean): Output {
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const sink = tty ? new RawSink(stdout) : new Demuxer(stdout, stderr);
  for (const stream of [stdout, stderr]) stream.on('error', () => {});
  sink.on('error', () => source.destroy());
  source.on('error', () => {});

  const finish = (): void => {
    stdout.end();
    stderr.end();
    source.destroy();
  };
  sink.once('finish', finish);
  source.once('close', () => sink.end());
  sink.once('close', finish);
  source.pipe(sink);
  if (tty) stderr.end();

  return {
    stdout,
    stderr,
    ended: Promise.all([drained(stdout, sink), drained(stderr, sink)]).then(() => {}),
    destroy: () => {
      source.destroy();
      stdout.destroy();
      stderr.destroy();
    },
  };
}

class RawSink extends Writable {
  #target: PassThrough;

  constructor(target: PassThrough) {
    super();
    this.#target = target;
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    deliver(this.#target, chunk).then(() => done(), done);
  }
}

/** Input for a program that no longer reads is dropped, as a shell's pipe would drop it. */
function stdinOf(socket: Socket): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (socket.destroyed || socket.writableEnded) return done();
      let open = true;
      const settled = (): void => {
        socket.removeListener('close', settled);
        if (open) done();
        open = false;
      };
      socket.once('close', settled);
      socket.write(chunk, settled);
    },
    final(done) {
      if (!socket.destroyed) socket.end();
      done();
    },
  });
}

/** Resolves when the reader has had everything, or has gone; a stream nobody reads counts once the connection has ended. */
function drained(stream: Readable, sink: Writable): Promise<void> {
  return new Promise((resolve) => {
    stream.once('end', resolve);
    stream.once('close', resolve);
    sink.once('close', () => {
      setImmediate(() => {
        if (stream.readableFlowing === null && stream.listenerCount('readable') === 0 && stream.readableLength === 0) {
          stream.resume();
        }
      });
    });
  });
}
