import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Engine } from '../../engine/engine.ts';
import { AppError } from '../../errors.ts';
import type { DoctorContext } from '../probe.ts';
import { probe } from '../probe.ts';

const TARGET = '/run-doctor-nonce';
/** Milliseconds; then the container is removed, which ends what waits for it. */
const PATIENCE = 15_000;

/** Writes a file of ours here and reads it back through a container: the engine sees this machine's files, or it does not. */
export const sharedPaths = probe({
  id: 'shared-paths',
  title: 'shared paths',
  why: 'a session mounts directories of this machine; an engine elsewhere would mount its own, or none',
  mend: 'use the engine of this machine (unset DOCKER_HOST), or share your home with the engine’s virtual machine',
  async gather(context) {
    const image = (await context.images()).find(({ kind, status }) => kind === 'base' && status === 'current');
    if (image === undefined) return null;
    const { engine } = await context.engine();
    const nonce = randomBytes(16).toString('hex');
    const { state } = context.dirs;
    const file = join(existsSync(state) ? state : context.user.home, `.doctor-${nonce}`);
    try {
      await writeFile(file, nonce, { flag: 'wx', mode: 0o600 });
      return { nonce, read: await readThrough(engine, context, image.id, file, nonce) };
    } finally {
      await rm(file, { force: true });
    }
  },
  judge(facts: { readonly nonce: string; readonly read: string } | null) {
    if (facts === null)
      return { state: 'not-available', found: 'there is no base image yet', mend: 'sandbox image build' };
    return facts.read === facts.nonce
      ? { state: 'ok', found: 'the engine sees what is written here' }
      : { state: 'fail', found: `the engine does not see what is written here: ${facts.read}` };
  },
});

/** What `cat` says about the file inside, or why there was no such container. */
async function readThrough(
  engine: Engine,
  { user }: DoctorContext,
  imageId: string,
  source: string,
  nonce: string,
): Promise<string> {
  const name = `sandbox-doctor-${nonce}`;
  try {
    const id = await engine.createContainer({
      name,
      imageId,
      labels: { 'dev.sandbox.doctor': nonce },
      entrypoint: ['/bin/cat'],
      cmd: [TARGET],
      env: [],
      user: `${user.uid}:${user.gid}`,
      groups: [],
      hostname: 'doctor',
      tty: false,
      network: 'none',
      publish: [],
      log: false,
      binds: [{ source, target: TARGET, readOnly: true }],
      tmpfs: {},
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
  } catch (error) {
    if (error instanceof AppError && error.code === 'ENGINE_FAILED') return error.message;
    throw error;
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
