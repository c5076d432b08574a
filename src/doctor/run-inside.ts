import type { ContainerSpec, Engine } from '../engine/engine.ts';
import type { DoctorContext } from './probe.ts';

/** Milliseconds; then the container is removed, which ends what waits for it. */
const PATIENCE = 15_000;

/** Engine and image for a look from inside a container; null: there is no base image yet. */
export async function insideOf(context: DoctorContext): Promise<{ engine: Engine; imageId: string } | null> {
  const image = (await context.images()).find(({ kind, status }) => kind === 'base' && status === 'current');
  return image === undefined ? null : { engine: (await context.engine()).engine, imageId: image.id };
}

/** What a command says in a container of its own, without network. Rejects with ENGINE_FAILED when the engine makes none. */
export async function runInside(
  { engine, imageId }: { readonly engine: Engine; readonly imageId: string },
  { user }: Pick<DoctorContext, 'user'>,
  nonce: string,
  what: Pick<ContainerSpec, 'entrypoint' | 'cmd' | 'binds' | 'tmpfs'>,
): Promise<string> {
  const name = `sandbox-doctor-${nonce}`;
  try {
    const id = await engine.createContainer({
      ...what,
      name,
      imageId,
      labels: { 'dev.sandbox.doctor': nonce },
      env: [],
      user: `${user.uid}:${user.gid}`,
      groups: [],
      hostname: 'doctor',
      tty: false,
      network: 'none',
      publish: [],
      log: false,
      memory: 64 * 1024 ** 2,
      nanoCpus: null,
      pids: 16,
      nofile: 1024,
      shmSize: 1024 ** 2,
    });
    const { stdin, stdout, stderr, ended } = await engine.attach(id, { tty: false });
    let text = '';
    for (const stream of [stdout, stderr])
      stream.on('data', (chunk: Buffer) => (text = (text + chunk.toString()).slice(0, 500)));
    stdin.end();
    const exit = engine.waitExit(id);
    await engine.start(id);
    await within(PATIENCE, Promise.all([exit, ended]));
    return text;
  } finally {
    await engine.removeContainer(name);
  }
}

async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${milliseconds / 1000} s`)), milliseconds);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
