import type { SessionCheck } from '../check.ts';

export const check: SessionCheck = {
  id: '27',
  title: 'user and groups are the planned ones',
  threat:
    'A session with another uid writes files the user cannot remove, or reads files of others; a forgotten supplementary ' +
    'group (docker, disk, adm) is as good as root (CVE-2022-36109). All four ids count: a saved uid 0 can be taken back.',
  stage: 'session',
  level: 'fail',
  evaluate({ attestation: { status } }, { user }) {
    const found = {
      uid: numbers(status['Uid']),
      gid: numbers(status['Gid']),
      // Newer engines list the primary group among the supplementary ones.
      groups: numbers(status['Groups']).filter((group) => group !== user.gid),
    };
    const wanted = {
      uid: Array<number>(4).fill(user.uid),
      gid: Array<number>(4).fill(user.gid),
      groups: user.groups.filter((group) => group !== user.gid),
    };
    const wrong = (['uid', 'gid', 'groups'] as const).filter((name) => key(found[name]) !== key(wanted[name]));
    if (status['Groups'] === undefined && !wrong.includes('groups')) wrong.push('groups');
    return {
      verdict: wrong.length === 0 ? 'pass' : 'fail',
      expected: `uid ${user.uid}, gid ${user.gid}, groups ${wanted.groups.join(' ') || 'none'}`,
      found:
        wrong.length === 0
          ? 'as planned'
          : wrong.map((name) => `${name} ${found[name].join(' ') || 'none'}`).join('; '),
      hint: 'Check the engine for user namespace remapping (`docker info`); remapped users are not supported.',
    };
  },
};

function numbers(text: string | undefined): number[] {
  return (text ?? '')
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => (/^\d+$/.test(word) ? Number(word) : Number.NaN));
}

function key(values: readonly number[]): string {
  return [...new Set(values)].sort((a, b) => a - b).join(' ');
}
