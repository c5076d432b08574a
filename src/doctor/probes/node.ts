import { probe } from '../probe.ts';

/** Smallest Node this program runs on. */
const MINOR = 20_019;

export const node = probe({
  id: 'node',
  title: 'Node',
  why: 'this program needs 20.19 or newer',
  mend: './install.sh brings a Node that is new enough',
  gather: () => process.versions.node,
  judge(version) {
    const [major = 0, minor = 0] = version.split('.').map(Number);
    return { state: major * 1000 + minor >= MINOR ? 'ok' : 'fail', found: version };
  },
});
