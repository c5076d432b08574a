import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { probe } from '../probe.ts';

export const share = probe({
  id: 'share',
  title: 'share',
  why: 'skills in it outlive this machine; without it they live and die with it',
  mend: 'mount it so that you can write to it, then run ./install.sh again',
  async gather({ dirs }) {
    const there = await stat(dirs.share).then(
      (found) => (found.isDirectory() ? 'directory' : 'other'),
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return 'absent';
        throw error;
      },
    );
    const writable = await access(dirs.share, constants.W_OK | constants.X_OK).then(
      () => true,
      () => false,
    );
    return { path: dirs.share, there, writable };
  },
  judge({ path, there, writable }) {
    if (there === 'absent') return { state: 'ok', found: `none (${path} is not there)` };
    if (there === 'other') return { state: 'fail', found: `${path} is not a directory` };
    return writable ? { state: 'ok', found: path } : { state: 'warn', found: `${path} cannot be written by you` };
  },
});
