import { randomBytes } from 'node:crypto';
import { probe } from '../probe.ts';
import { insideOf, runInside } from '../run-inside.ts';

const DONE = 'executed';
/** A program copied into the tmpfs, and a script there: build tools run both. */
const SCRIPT = `cp /bin/true /t/true && /t/true && printf '#!/bin/sh\\necho ${DONE}' >/t/s && chmod 700 /t/s && /t/s`;

/** Docker's tmpfs is noexec unless asked (user report 44): does the engine do as it is asked? */
export const tmpfsExec = probe({
  id: 'tmpfs-exec',
  title: 'executable tmpfs',
  why: 'a session’s home is a tmpfs; when nothing can run in it, installers fail and build tools hang',
  mend: 'update the engine: sudo apt-get update && sudo apt-get install --only-upgrade docker.io docker-ce',
  async gather(context) {
    const inside = await insideOf(context);
    if (inside === null) return null;
    const tmpfs = { '/t': 'rw,exec,nosuid,nodev,mode=1777,size=4m' };
    const what = { entrypoint: ['/bin/sh'], cmd: ['-c', SCRIPT], binds: [], tmpfs };
    return runInside(inside, context, randomBytes(16).toString('hex'), what);
  },
  judge(said: string | null) {
    if (said === null)
      return { state: 'not-available', found: 'there is no base image yet', mend: 'sandbox image build' };
    return said.trim() === DONE
      ? { state: 'ok', found: 'programs and scripts run in it' }
      : { state: 'fail', found: `nothing can run in it: ${said}` };
  },
});
