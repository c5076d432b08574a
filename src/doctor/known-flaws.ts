interface Flaw {
  readonly id: string;
  /** First version of each line that has the fix, oldest first; newer lines than the last have it. */
  readonly fixed: readonly string[];
  /** The same for distributions' packages of older versions, as far as known: upstream version → first packaging. */
  readonly backports: Readonly<Record<string, string>>;
}

/**
 * Flaws through which an agent comes out of its container, or is more than its user there.
 *
 * runc: its releases 1.1.12, 1.2.8, 1.3.3 and 1.4.0-rc.3, advisories GHSA-xr7r-f8xq-vfvv, GHSA-9493-h29p-rfm2,
 * GHSA-qw9x-cqr3-wc7r, GHSA-cgrx-mc8f-2prm; Debian's changelog of runc.
 * containerd: GHSA-265r-hfxg-fhmg (a large uid becomes root); Debian's changelog of containerd. Those of its Kubernetes
 * interface are left out: the Docker engine does not use it.
 */
const flaws: Readonly<Record<'runc' | 'containerd', readonly Flaw[]>> = {
  runc: [
    { id: 'CVE-2024-21626', fixed: ['1.1.12'], backports: { '1.1.5': 'deb12u1' } },
    { id: 'CVE-2025-31133, CVE-2025-52565, CVE-2025-52881', fixed: ['1.2.8', '1.3.3', '1.4.0-rc.3'], backports: {} },
  ],
  containerd: [{ id: 'CVE-2024-40635', fixed: ['1.6.38', '1.7.27', '2.0.4'], backports: { '1.6.20': 'deb12u2' } }],
};

/**
 * Which of them a version does not show the fix of. Null: it is no version.
 *
 * @param version `v1.2.5-0-g59923ef`, `1.1.5+ds1-1+deb12u1`
 */
export function knownFlaws(component: keyof typeof flaws, version: string): readonly string[] | null {
  const own = parse(version);
  if (own === null) return null;
  return flaws[component].filter((flaw) => !isFixed(own, version, flaw)).map(({ id }) => id);
}

type Version = readonly [major: number, minor: number, patch: number, candidate: number];

function parse(text: string): Version | null {
  const match = /^v?(\d+)\.(\d+)\.(\d+)(?:[-~]rc\.?(\d+))?/.exec(text);
  if (match === null) return null;
  const [, major, minor, patch, candidate] = match;
  return [Number(major), Number(minor), Number(patch), candidate === undefined ? Infinity : Number(candidate)];
}

function isFixed(own: Version, text: string, { fixed, backports }: Flaw): boolean {
  const lines = fixed.map(parse).filter((line) => line !== null);
  const same = lines.find(([major, minor]) => major === own[0] && minor === own[1]);
  const last = lines.at(-1);
  if (same !== undefined ? compare(own, same) >= 0 : last !== undefined && compare(own, last) > 0) return true;
  const backport = backports[own.slice(0, 3).join('.')];
  const packaged = /\+(deb\d+u)(\d+)/.exec(text);
  const wanted = /^(deb\d+u)(\d+)$/.exec(backport ?? '');
  return packaged !== null && packaged[1] === wanted?.[1] && Number(packaged[2]) >= Number(wanted?.[2]);
}

function compare(a: Version, b: Version): number {
  const at = a.findIndex((part, index) => part !== b[index]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}
