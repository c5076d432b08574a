import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine, Execution } from '../engine/engine.ts';
import { Cleanup } from './cleanup.ts';
import { connectStreams, followSize, sizeOf } from './connect-streams.ts';
import type { SessionIo } from './connect-streams.ts';
import { signalExitCode } from './interruption.ts';
import { lastOutput } from './last-output.ts';
import { onSignals } from './signals.ts';
import { takeTerminal } from './take-terminal.ts';

/** What a command that has written its last byte has to end. Milliseconds. */
const PATIENCE = 2_000;
/** Variables by which perl would take orders; the program that enters must not. */
const PERL = ['PERL5LIB', 'PERLLIB', 'PERL5OPT', 'PERL5DB'].flatMap((name) => ['-u', name]);
const ENTER = ['/usr/bin/env', ...PERL, '/usr/bin/perl', '/run/sandbox/enter.pl'];

/**
 * Runs a command in a running session, by the engine's exec: as the session's user, with its limits, its network and its
 * filters (battery/enter.pl). Resolves to the command's exit code; to 128 + n when a signal ends us, and then the command
 * has lost its terminal. The terminal is itself again when this resolves or rejects (ENGINE_*).
 */
export async function enterSession(input: {
  readonly engine: Engine;
  readonly container: string;
  readonly cwd: string;
  readonly command: readonly string[];
  /** NAME=VALUE, beside the session's own. */
  readonly env: readonly string[];
  readonly tty: boolean;
  readonly io: SessionIo;
}): Promise<number> {
  const { engine, container, cwd, command, env, tty, io } = input;
  const cleanup = new Cleanup(() => undefined);
  const mark = randomBytes(8).toString('hex');
  try {
    let give: (code: number) => void = () => undefined;
    const given = new Promise<{ readonly code: number; readonly left: true }>((resolve) => {
      give = (code) => resolve({ code, left: true });
    });
    const leave = (signal: NodeJS.Signals): void => give(signalExitCode(signal));
    cleanup.push('stop listening for signals', onSignals(leave));
    const terminal = tty ? takeTerminal(io, cleanup, () => undefined) : { early: null, modes: null, ready: null };
    await terminal.ready;
    terminal.early?.start();
    const size = tty ? sizeOf(io.stdout) : null;
    const execution = await engine.exec(container, {
      cmd: [...ENTER, cwd, size === null ? '-' : `${size.columns}x${size.rows}`, '--', ...command],
      env: [...env, `SANDBOX_SHELL=${mark}`],
      tty,
    });
    const { attachment, id } = execution;
    cleanup.push('close the connection', () => attachment.destroy());
    const brokenPipe = (): void => leave('SIGPIPE');
    cleanup.push(
      'disconnect the streams',
      connectStreams({
        attachment,
        io,
        tty,
        first: Buffer.alloc(0),
        early: terminal.early,
        modes: terminal.modes,
        brokenPipe,
      }),
    );
    if (tty) cleanup.push('stop following the size', await takeSize(engine, id, io));
    const ended = attachment.ended.then(async () => {
      await lastOutput(attachment, io);
      return { code: await codeOf(engine, execution), left: false as const };
    });
    ended.catch(() => undefined);
    const end = await Promise.race([ended, given]);
    if (end.left) await hangUp(engine, container, mark);
    return end.code;
  } finally {
    await cleanup.unwind();
  }
}

async function takeSize(engine: Engine, id: string, io: SessionIo): Promise<() => void> {
  const terminal: Pick<Engine, 'resize'> = { resize: (exec, wanted) => engine.resizeExec(exec, wanted) };
  // The engine says that it has started a command a moment before its terminal can be sized.
  for (const end = Date.now() + PATIENCE; Date.now() < end; await sleep(10)) {
    const size = sizeOf(io.stdout);
    const sized =
      size === null ||
      (await terminal.resize(id, size).then(
        () => true,
        () => false,
      ));
    if (sized || (await engine.execExit(id)) !== null) break;
  }
  return followSize(terminal, id, io.stdout);
}

async function codeOf(engine: Engine, { id }: Execution): Promise<number> {
  for (const end = Date.now() + PATIENCE; ;) {
    const exit = await engine.execExit(id);
    if (exit !== null || Date.now() > end) return exit?.code ?? 137;
    await sleep(20);
  }
}

/** The engine ends no command of its own accord when its terminal goes away. */
async function hangUp(engine: Engine, container: string, mark: string): Promise<void> {
  const spec = { cmd: [...ENTER, '--hangup', mark], env: [], tty: false };
  await engine
    .exec(container, spec)
    .then(({ attachment }) => Promise.race([attachment.ended, sleep(PATIENCE)]))
    .catch(() => undefined);
}
