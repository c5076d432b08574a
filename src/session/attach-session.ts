import { setTimeout as sleep } from 'node:timers/promises';
import type { Attachment, Engine } from '../engine/engine.ts';
import { AgentOutput } from './agent-output.ts';
import { Cleanup } from './cleanup.ts';
import { followSize, sizeOf } from './connect-streams.ts';
import type { SessionIo } from './connect-streams.ts';
import { endOfSession } from './end-of-session.ts';
import { signalExitCode } from './interruption.ts';
import { lastOutput } from './last-output.ts';
import { LeavingInput } from './leaving-input.ts';
import { Replay } from './replay.ts';
import { onSignals } from './signals.ts';
import { takeTerminal } from './take-terminal.ts';
import type { TerminalModes } from './terminal-modes.ts';

/** Milliseconds between two sizes: a program that has not yet looked at the first would see only the second, and no change. */
const BETWEEN_SIZES = 80;

/** `ended`: the agent did, with that code. `left`: we did, by the keys, a signal, or because nobody reads any more. */
export type AttachedEnd =
  { readonly how: 'ended'; readonly code: number } | { readonly how: 'left'; readonly code: number };

/**
 * Joins a running session's streams until its end, or until the person leaves. With a terminal on both sides: its keys and its
 * size are the session's too, what was recorded is shown first, and the program is made to draw itself again. Without a terminal
 * inside, only its output is shown, for its input belongs to whoever started it. The terminal is itself again when this resolves
 * or rejects (ENGINE_*); the session notices nothing.
 */
export async function attachSession(input: {
  readonly engine: Engine;
  readonly container: string;
  readonly tty: boolean;
  /** The engine has kept what was written so far. */
  readonly recorded: boolean;
  readonly io: SessionIo;
}): Promise<AttachedEnd> {
  const { engine, container, tty, recorded, io } = input;
  const cleanup = new Cleanup(() => undefined);
  /** Aborted when we leave: what still goes on stops at its next step. */
  const gone = new AbortController();
  try {
    let leave: (code: number) => void = () => undefined;
    const leaving = new Promise<AttachedEnd>((resolve) => {
      leave = (code) => resolve({ how: 'left', code });
    });
    cleanup.push(
      'stop listening for signals',
      onSignals((signal) => leave(signalExitCode(signal))),
    );
    for (const stream of [io.stdout, io.stderr]) stream.on('error', () => leave(signalExitCode('SIGPIPE')));
    const exit = engine.waitExit(container, gone.signal);
    exit.catch(() => undefined);
    const attachment = await engine.attach(container, tty ? { tty } : { tty, stdin: false });
    cleanup.push('close the attachment', () => attachment.destroy());
    const keys = tty ? await joinTerminal(io, cleanup, () => leave(0)) : null;
    const session = { id: container, attachment, exit };
    const ended = (async (): Promise<AttachedEnd> => {
      // Before what was recorded, which can be long: the keys leave it, too.
      keys?.connect(attachment);
      if (recorded) await replay(engine, container, tty, io, keys?.modes ?? null, cleanup);
      gone.signal.throwIfAborted();
      show(attachment, tty, io, keys?.modes ?? null);
      if (tty) cleanup.push('stop following the size', await takeSize(engine, container, io));
      gone.signal.throwIfAborted();
      const code = await endOfSession(engine, session);
      await lastOutput(attachment, io);
      return { how: 'ended', code };
    })();
    ended.catch(() => undefined);
    return await Promise.race([ended, leaving]);
  } finally {
    gone.abort();
    await cleanup.unwind();
  }
}

interface JoinedTerminal {
  readonly modes: TerminalModes | null;
  readonly connect: (attachment: Attachment) => void;
}

/** Raw mode; keys wait until `connect`. A stdin that is no terminal is passed on. */
async function joinTerminal(io: SessionIo, cleanup: Cleanup, onLeave: () => void): Promise<JoinedTerminal> {
  const { early, modes, ready } = takeTerminal(io, cleanup, () => undefined);
  if (early === null) {
    return {
      modes,
      connect: ({ stdin }) => {
        io.stdin.on('error', () => undefined);
        io.stdin.pipe(stdin, { end: false });
        cleanup.push('let go of the input', () => void io.stdin.unpipe(stdin).destroy());
      },
    };
  }
  await ready;
  early.start();
  return {
    modes,
    connect: ({ stdin }) => {
      const keys = new LeavingInput(stdin, onLeave);
      early.connect(keys);
      cleanup.push('let go of the keys', () => {
        early.stop(keys);
        keys.destroy();
      });
    },
  };
}

/** What the engine kept, as far as it got. What is written meanwhile waits in the attachment; a line at the seam may come twice. */
async function replay(
  engine: Engine,
  container: string,
  tty: boolean,
  io: SessionIo,
  modes: TerminalModes | null,
  cleanup: Cleanup,
): Promise<void> {
  const log = await engine.logs(container, { tty, follow: false });
  cleanup.push('close the log', () => log.destroy());
  log.stderr.pipe(io.stderr, { end: false });
  const agent = log.stdout.pipe(new AgentOutput());
  const shown = tty ? agent.pipe(new Replay()) : agent;
  for await (const chunk of shown as AsyncIterable<Buffer>) {
    modes?.observe(chunk);
    if (!io.stdout.write(chunk)) await drained(io.stdout);
  }
}

function drained(stream: SessionIo['stdout']): Promise<void> {
  return new Promise((resolve) => {
    stream.once('drain', resolve);
    stream.once('close', resolve);
    stream.once('error', () => resolve());
  });
}

function show({ stdout, stderr }: Attachment, tty: boolean, io: SessionIo, modes: TerminalModes | null): void {
  if (modes !== null) stdout.on('data', (chunk: Buffer) => modes.observe(chunk));
  stdout.pipe(io.stdout, { end: false });
  if (!tty) stderr.pipe(io.stderr, { end: false });
}

/** Our size becomes the session's, by way of another one: a program draws itself when its terminal has changed. */
async function takeSize(engine: Engine, container: string, io: SessionIo): Promise<() => void> {
  const size = sizeOf(io.stdout);
  if (size !== null) {
    const rows = size.rows > 2 ? size.rows - 1 : size.rows + 1;
    await engine.resize(container, { columns: size.columns, rows }).catch(() => undefined);
    await sleep(BETWEEN_SIZES);
    await engine.resize(container, size).catch(() => undefined);
  }
  return followSize(engine, container, io.stdout);
}
