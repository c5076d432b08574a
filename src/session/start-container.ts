import type { Attachment, ContainerSpec, Engine } from '../engine/engine.ts';
import type { Cleanup } from './cleanup.ts';
import { sizeOf } from './connect-streams.ts';
import type { SessionIo } from './connect-streams.ts';
import type { SessionHooks } from './hooks.ts';
import type { Timings } from './timings.ts';

export interface StartedContainer {
  readonly id: string;
  readonly attachment: Attachment;
  readonly exit: Promise<{ readonly code: number }>;
}

/**
 * create → attach → wait → start: the order that never misses output or the exit. Every step pushes its undo first.
 * `beforeStart` runs between create and start; the terminal's size is set right after the start, before GO.
 */
export async function startContainer(input: {
  readonly engine: Engine;
  readonly spec: ContainerSpec;
  readonly io: SessionIo;
  readonly cleanup: Cleanup;
  readonly hooks: SessionHooks;
  readonly timings: Timings;
  readonly beforeStart: (id: string, attachment: Attachment) => Promise<void>;
}): Promise<StartedContainer> {
  const { engine, spec, io, cleanup, hooks, timings } = input;
  await hooks['before-create']?.();
  cleanup.push('remove the container', () => engine.removeContainer(spec.name));
  const id = await engine.createContainer(spec);
  timings.mark('create');
  await hooks['after-create']?.();
  const attachment = await engine.attach(id, { tty: spec.tty });
  cleanup.push('close the attachment', () => attachment.destroy());
  const exit = engine.waitExit(id);
  exit.catch(() => undefined);
  await input.beforeStart(id, attachment);
  await hooks['before-start']?.();
  await engine.start(id);
  timings.mark('start');
  await hooks['after-start']?.();
  const size = spec.tty ? sizeOf(io.stdout) : null;
  if (size !== null) await engine.resize(id, size);
  return { id, attachment, exit };
}
