import { readShareState } from '../../share/read-share-state.ts';
import { classify, situations } from '../../share/situation.ts';
import type { Situation } from '../../share/situation.ts';
import type { ShareState } from '../../share/share-state.ts';
import type { State } from '../probe.ts';
import { probe } from '../probe.ts';

/** What the installer would do about it, or why it cannot. */
const states: Readonly<Record<Situation, State>> = {
  linked: 'ok',
  private: 'ok',
  'nothing-yet': 'ok',
  'other-link': 'ok',
  'skills-mounted': 'ok',
  'linked-bare': 'warn',
  adopt: 'warn',
  repoint: 'warn',
  empty: 'warn',
  populated: 'warn',
  'home-foreign': 'warn',
  'agents-in-the-way': 'fail',
  'skills-in-the-way': 'fail',
  'skills-unknown': 'not-available',
  'share-gone': 'fail',
  'share-unusable': 'warn',
  'share-not-mounted': 'warn',
  'share-read-only': 'warn',
  'shared-in-the-way': 'warn',
};
/** Nothing the installer does would help. */
const mends: Partial<Record<Situation, string>> = {
  'share-gone': 'mount the share again; or rm ~/.agents/skills, and skills live on this machine alone',
  'share-read-only': 'mount the share so that you can write to it',
  'share-unusable': 'mount a directory of yours there, or name another with SANDBOX_SHARE',
  'shared-in-the-way': 'move .agents in the share away; it must be a directory of yours',
  'agents-in-the-way': 'move ~/.agents away; it must be a directory of yours',
  'skills-in-the-way': 'move ~/.agents/skills away; it must be a directory of yours',
  'home-foreign': 'sudo chown "$USER" ~',
};

export const share = probe({
  id: 'share',
  title: 'share',
  why: 'skills in it outlive this machine; without it they live and die with it',
  mend: './install.sh again: it joins both and loses nothing',
  gather: ({ user, dirs }) => readShareState(user.home, dirs.share, user.uid),
  judge(state: ShareState) {
    const situation = classify(state);
    const mend = mends[situation];
    const found =
      situation === 'nothing-yet' || situation === 'private'
        ? `none (${state.paths.share} is not there)`
        : `${state.paths.share}: ${situations[situation].replaceAll('`', '')}`;
    return { state: states[situation], found, ...(mend === undefined ? {} : { mend }) };
  },
});
