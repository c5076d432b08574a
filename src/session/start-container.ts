import type { Attachment, ContainerSpec, Engine } from '../engine/engine.ts';
import type { Cleanup } from './cleanup.ts';
import type { SessionHooks } from './hooks.ts';
import type { Timings } from './timings.ts';

export interface StartedContainer {
  readonly id: string;
  readonly attachment: Attachment;
  readonly exit: Promise<{ readonly code: number }>;
}

/**
 * create → attach → wait → start: the order that never misses output or the exit. Every step pushes its undo first.
 * `beforeStart` runs between create and start.
 */
export async function startContainer(input: {
  readonly engine: Engine;
  readonly spec: ContainerSpec;
  readonly cleanup: Cleanup;
  readonly hooks: SessionHooks;
  readonly timings: Timings;
  /** Throws when the launch was cancelled: no further step is taken, and what was begun is on the cleanup. */
  readonly throwIfCancelled: () => void;
  readonly beforeStart: (id: string, attachment: Attachment) => Promise<void>;
}): Promise<StartedContainer> {
  const { engine, spec, cleanup, hooks, timings, throwIfCancelled } = input;
  await hooks['before-create']?.();
  cleanup.push('remove the container', () => engine.removeContainer(spec.name));
  const id = await engine.createContainer(spec);
  throwIfCancelled();
  timings.mark('create');
  await hooks['after-create']?.();
  const attachment = await engine.attach(id, { tty: spec.tty });
  cleanup.push('close the attachment', () => attachment.destroy());
  throwIfCancelled();
  const exit = engine.waitExit(id);
  exit.catch(() => undefined);
  await input.beforeStart(id, attachment);
  throwIfCancelled();
  await hooks['before-start']?.();
  await engine.start(id);
  timings.mark('start');
  await hooks['after-start']?.();
  return { id, attachment, exit };
}
