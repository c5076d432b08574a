import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../errors.ts';
import { probe } from '../probe.ts';
import { insideOf, runInside } from '../run-inside.ts';

const TARGET = '/run-doctor-nonce';

/** Writes a file of ours here and reads it back through a container: the engine sees this machine's files, or it does not. */
export const sharedPaths = probe({
  id: 'shared-paths',
  title: 'shared paths',
  why: 'a session mounts directories of this machine; an engine elsewhere would mount its own, or none',
  mend: 'use the engine of this machine (unset DOCKER_HOST), or share your home with the engine’s virtual machine',
  async gather(context) {
    const inside = await insideOf(context);
    if (inside === null) return null;
    const nonce = randomBytes(16).toString('hex');
    const { state } = context.dirs;
    const source = join(existsSync(state) ? state : context.user.home, `.doctor-${nonce}`);
    try {
      await writeFile(source, nonce, { flag: 'wx', mode: 0o600 });
      const binds = [{ source, target: TARGET, readOnly: true }];
      const what = { entrypoint: ['/bin/cat'], cmd: [TARGET], binds, tmpfs: {} };
      return { nonce, read: await runInside(inside, context, nonce, what).catch(refusal) };
    } finally {
      await rm(source, { force: true });
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

/** An engine elsewhere finds no such file to mount. */
function refusal(error: unknown): string {
  if (error instanceof AppError && error.code === 'ENGINE_FAILED') return error.message;
  throw error;
}
