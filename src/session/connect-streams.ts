import type { Readable, Writable } from 'node:stream';
import type { Attachment, Engine } from '../engine/engine.ts';
import type { EarlyInput } from './early-input.ts';
import type { TerminalModes } from './terminal-modes.ts';

export interface SessionIo {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number; readonly rows?: number };
  readonly stderr: Writable;
}

/**
 * Connects the user's streams with the running agent: output first, then the input, so that nothing is lost either way.
 * `brokenPipe` hears when nobody reads our output any more. Returns what disconnects.
 */
export function connectStreams(input: {
  readonly attachment: Attachment;
  readonly io: SessionIo;
  readonly tty: boolean;
  /** Output that arrived together with READY. */
  readonly first: Buffer;
  readonly early: EarlyInput | null;
  readonly modes: TerminalModes | null;
  readonly brokenPipe: () => void;
}): () => void {
  const { attachment, io, tty, first, early, modes, brokenPipe } = input;
  // Whatever the reason (EPIPE, EIO, ENOSPC …), nothing can be written there any more: the rest is dropped, so that the
  // streams come to their end, and the session is ended.
  const giveUp = (from: Readable) => (): void => {
    from.resume();
    brokenPipe();
  };
  io.stdout.on('error', giveUp(attachment.stdout));
  io.stderr.on('error', giveUp(attachment.stderr));
  const observe = (chunk: Buffer): void => modes?.observe(chunk);
  if (first.length > 0) {
    observe(first);
    io.stdout.write(first);
  }
  if (modes !== null) attachment.stdout.on('data', observe);
  attachment.stdout.pipe(io.stdout, { end: false });
  if (!tty) attachment.stderr.pipe(io.stderr, { end: false });
  connectInput(attachment, io, early);
  return () => {
    if (early === null) {
      io.stdin.unpipe(attachment.stdin);
      io.stdin.destroy();
    } else early.stop(attachment.stdin);
    attachment.stdout.off('data', observe);
    attachment.stdout.unpipe(io.stdout);
    attachment.stderr.unpipe(io.stderr);
  };
}

/** A terminal stays open; a pipe or file that ends closes the agent's stdin (and only that). */
function connectInput(attachment: Attachment, io: SessionIo, early: EarlyInput | null): void {
  if (early !== null) {
    early.connect(attachment.stdin);
    return;
  }
  io.stdin.on('error', () => attachment.stdin.end());
  io.stdin.pipe(attachment.stdin);
}

/** Keeps the session's terminal as large as ours. Returns what stops it. */
export function followSize(engine: Pick<Engine, 'resize'>, container: string, stdout: SessionIo['stdout']): () => void {
  let wanted = '';
  let busy = false;
  const apply = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    for (let size = sizeOf(stdout); size !== null && size.key !== wanted; size = sizeOf(stdout)) {
      wanted = size.key;
      await engine.resize(container, size).catch(() => undefined);
    }
    busy = false;
  };
  const onResize = (): void => void apply();
  stdout.on('resize', onResize);
  // After a stop, and when another terminal on this session has left: its size may be that one's.
  const onContinue = (): void => {
    wanted = '';
    onResize();
  };
  process.on('SIGCONT', onContinue);
  return () => {
    stdout.off('resize', onResize);
    process.off('SIGCONT', onContinue);
  };
}

/** null: not a terminal, or one of size 0×0, which is no size. */
export function sizeOf(stdout: SessionIo['stdout']): { columns: number; rows: number; key: string } | null {
  const { columns, rows } = stdout;
  if (stdout.isTTY !== true || columns === undefined || rows === undefined || columns < 1 || rows < 1) return null;
  return { columns, rows, key: `${columns}x${rows}` };
}
