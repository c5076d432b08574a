import { closeSync, lstatSync, readlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { AppError } from '../errors.ts';
import type { Approvals } from '../judge/approvals.ts';
import { coveredPlaces } from '../mounts/covered-places.ts';
import { isInside } from '../mounts/is-inside.ts';
import type { LaunchPlan } from '../plan/launch-plan.ts';
import { mendCommand } from '../ui/mend-command.ts';
import type { HostFacts } from './facts.ts';
import { linkPolicy } from './link-policy.ts';
import type { Pin } from './pin.ts';
import { pinSource } from './pin-source.ts';
import type { PinRules } from './pin-source.ts';
import { asSkillsError } from './skills-error.ts';
import { makeDirectory } from './write.ts';

/**
 * Makes the directories a session needs and the user does not have yet: `~/.agents/skills`, the agent's own config
 * directory, in it the places that masks and shipped skills cover, and its kept cache. All 0700 and the caller's; otherwise
 * the engine would make them, as root. Returns the paths made. Throws SKILLS_REFUSED, SOURCE_LINK, HOST_WRITE_REFUSED and what pinning throws.
 */
export function ensureDirectories(
  plan: LaunchPlan,
  facts: Pick<HostFacts, 'user' | 'dirs'>,
  approvals: Approvals,
): readonly string[] {
  const made: string[] = [];
  const { home, uid } = facts.user;
  const rules: PinRules = { uid, expect: 'directory', allowLink: linkPolicy(plan, facts, approvals) };
  for (const mount of plan.mounts) {
    // Only `$XDG_CACHE_HOME` may lie outside the home.
    const top = isInside(mount.source, home) ? home : '/';
    if (mount.options.missing !== 'create' || (top === '/' && mount.kind !== 'cache')) continue;
    try {
      const pin = ensure(mount.source, top, rules, made);
      try {
        for (const { target } of coveredPlaces(plan).filter(({ below }) => below === mount.id)) {
          const path = join(pin.resolved, target.slice(mount.target.length));
          closeSync(ensure(path, pin.resolved, { ...rules, allowLink: () => false }, made).fd);
        }
      } finally {
        closeSync(pin.fd);
      }
    } catch (error) {
      throw mount.kind === 'shared-skills' ? asSkillsError(mount.source, error) : error;
    }
  }
  return made;
}

/** Pins `path`, making what is missing of it below `top`. The caller closes the pin. */
function ensure(path: string, top: string, rules: PinRules, made: string[]): Pin {
  try {
    return pinSource(path, rules);
  } catch (error) {
    if (path === top || !(error instanceof AppError) || error.code !== 'PATH_NOT_FOUND') throw error;
  }
  const parent = ensure(dirname(path), top, rules, made);
  try {
    makeDirectory(parent.fd, basename(path));
    made.push(path);
  } catch (error) {
    // Another first launch may have made it a moment ago: what lies there now is judged like any directory.
    if (!isDirectory(parent, basename(path))) throw located(path, error);
  } finally {
    closeSync(parent.fd);
  }
  return pinSource(path, rules);
}

function isDirectory({ fd }: Pin, name: string): boolean {
  return lstatSync(`/proc/self/fd/${fd}/${name}`, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** `EEXIST` although the walk found nothing: a dangling link, or another process was faster. */
function located(path: string, error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  const link = linkText(path);
  const message =
    link === null ? `${dirname(path)}: ${error.message}` : `${path} is a link to ${link}, which is not there`;
  const hint = link === null ? error.hint : `Make that directory, or remove the link: ${mendCommand('rm', path)}`;
  return new AppError('HOST_WRITE_REFUSED', message, hint, { cause: error });
}

/** null: no link, or no longer one when it is read. */
function linkText(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}
