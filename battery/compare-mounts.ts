import type { LaunchPlan } from '../src/plan/launch-plan.ts';
import type { MountInfo } from './attestation.ts';
import { baseline } from './baseline.ts';
import type { BaselineRule } from './baseline.ts';

/** One thing about the mounts that is not as planned. */
export interface MountProblem {
  readonly point: string;
  readonly expected: string;
  readonly found: string;
}

/** What the plan wants at a point. */
interface Wanted {
  readonly point: string;
  readonly flags: readonly string[];
  readonly absent: readonly string[];
  /** null: a bind, of whatever type its source is. */
  readonly type: 'tmpfs' | null;
}

/**
 * Live mounts against plan ∪ baseline: every planned point once, with its flags, private and not hidden below another
 * mount; every other point one of the engine's own. Empty: as planned. What a bind *is* (dev:ino) is check 24's.
 */
export function compareMounts(mounts: readonly MountInfo[], plan: LaunchPlan): readonly MountProblem[] {
  const wanted = new Map([...binds(plan), ...tmpfs(plan)].map((each) => [each.point, each]));
  const seen = new Map<string, MountInfo[]>();
  for (const mount of mounts) seen.set(mount.point, [...(seen.get(mount.point) ?? []), mount]);
  const problems: MountProblem[] = [];
  for (const [point, stack] of seen) {
    const [mount, ...more] = stack;
    const want = wanted.get(point);
    if (mount === undefined) continue;
    if (more.length > 0)
      problems.push({ point, expected: 'mounted once', found: `${stack.length} mounts on top of each other` });
    else if (want === undefined) problems.push(...foreign(mount, plan));
    else problems.push(...unlike(mount, want, seen));
  }
  for (const { point } of wanted.values())
    if (!seen.has(point)) problems.push({ point, expected: 'a mount', found: 'none' });
  return problems;
}

function binds(plan: LaunchPlan): readonly Wanted[] {
  return plan.mounts.map(({ target, mode }) => ({ point: target, flags: [mode], absent: [], type: null }));
}

function tmpfs(plan: LaunchPlan): readonly Wanted[] {
  return plan.tmpfs.map(({ target, mode, exec }) => ({
    point: target,
    flags: [mode, 'nosuid', 'nodev', ...(exec ? [] : ['noexec'])],
    absent: exec ? ['noexec'] : [],
    type: 'tmpfs',
  }));
}

function unlike(mount: MountInfo, want: Wanted, seen: ReadonlyMap<string, readonly MountInfo[]>): MountProblem[] {
  const { point } = mount;
  const problems: MountProblem[] = [];
  const wrong =
    want.flags.some((flag) => !mount.options.includes(flag)) ||
    want.absent.some((flag) => mount.options.includes(flag));
  if (wrong) problems.push({ point, expected: want.flags.join(','), found: mount.options.join(',') });
  if (want.type !== null && mount.type !== want.type) problems.push({ point, expected: want.type, found: mount.type });
  if (mount.optional.some(propagates))
    problems.push({ point, expected: 'private propagation', found: mount.optional.join(' ') });
  if (seen.get(ancestor(point, seen))?.[0]?.id !== mount.parent)
    problems.push({ point, expected: 'in sight', found: 'hidden below another mount' });
  return problems;
}

function foreign(mount: MountInfo, plan: LaunchPlan): MountProblem[] {
  const { point } = mount;
  const rules = baseline.filter((rule) => rule.point.test(point) && (rule.tty !== true || plan.tty));
  if (rules.some((rule) => holds(rule, mount))) return [];
  const found = `${mount.type} (${mount.source}, root ${mount.root}) ${[...mount.options, ...mount.optional].join(',')}`;
  const expected = rules.length === 0 ? 'no mount here' : rules.map(describeRule).join(' or ');
  return [{ point, expected, found }];
}

function holds(rule: BaselineRule, mount: MountInfo): boolean {
  return (
    (rule.types === null || rule.types.includes(mount.type)) &&
    rule.flags.every((flag) => mount.options.includes(flag)) &&
    (rule.root === undefined || rule.root.test(mount.root)) &&
    !mount.optional.some((field) => propagates(field) && !(rule.slave === true && field.startsWith('master:')))
  );
}

function describeRule({ types, flags }: BaselineRule): string {
  return `the engine's ${types?.join(' or ') ?? 'file system'} with ${flags.join(',') || 'private propagation'}`;
}

/** `shared:` gives mounts to others, `master:` and `propagate_from:` receive them. `unbindable` is as private as none. */
function propagates(field: string): boolean {
  return field !== 'unbindable';
}

/** The nearest mount point above: what the mount must hang on to be what its path leads to. */
function ancestor(point: string, seen: ReadonlyMap<string, unknown>): string {
  let path = point;
  do path = path.slice(0, path.lastIndexOf('/'));
  while (path !== '' && !seen.has(path));
  return path === '' ? '/' : path;
}
