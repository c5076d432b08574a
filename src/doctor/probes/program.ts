import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { probe } from '../probe.ts';

/** This program, and whether it runs from a clone or from where it was installed. */
export const program = probe({
  id: 'program',
  title: 'this program',
  why: 'a report of a problem needs its version',
  mend: 'install it anew: ./install.sh',
  gather: ({ version, dirs }) => ({
    version,
    place: dirs.program,
    clone: existsSync(join(dirs.program, '.git')),
    whole: ['battery', 'images', 'skills'].every((name) => existsSync(join(dirs.program, name))),
  }),
  judge: ({ version, place, clone, whole }) => ({
    state: whole ? 'ok' : 'fail',
    found: `${version}, ${clone ? 'a clone' : 'installed'} at ${place}${whole ? '' : ', and parts of it are missing'}`,
  }),
});
