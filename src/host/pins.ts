import { closeSync } from 'node:fs';
import { join } from 'node:path';
import type { Approvals } from '../judge/approvals.ts';
import { coveredPlaces } from '../mounts/covered-places.ts';
import { SESSION_PREFIX } from '../mounts/session-path.ts';
import type { LaunchPlan } from '../plan/launch-plan.ts';
import type { HostFacts } from './facts.ts';
import { linkPolicy } from './link-policy.ts';
import type { Pin, PlacedPin } from './pin.ts';
import { pinSource } from './pin-source.ts';
import { makePlacer } from './placer.ts';
import type { Placer } from './placer.ts';
import { asSkillsError } from './skills-error.ts';

/**
 * Pins every bind source of the plan, and what masks and shipped skills cover on the host, under the ids of the plan. `sessionDir` stands
 * for `@session/`; null: those mounts are left out, because there is no session (yet). On failure nothing stays open.
 */
export function pinAll(
  plan: LaunchPlan,
  facts: Pick<HostFacts, 'user' | 'dirs'>,
  approvals: Approvals,
  sessionDir: string | null,
  placer: Placer = makePlacer(),
): Map<string, PlacedPin> {
  const pins = new Map<string, Pin>();
  const { uid } = facts.user;
  const allowLink = linkPolicy(plan, facts, approvals);
  try {
    for (const { id, kind, source, options } of plan.mounts) {
      const path = sourcePath(source, sessionDir);
      if (path === null) continue;
      try {
        pins.set(id, pinSource(path, { uid, expect: options.type, allowLink }));
      } catch (error) {
        throw kind === 'shared-skills' ? asSkillsError(path, error) : error;
      }
    }
    for (const { pinId, target, below } of coveredPlaces(plan)) {
      const mount = plan.mounts.find(({ id }) => id === below);
      const pin = mount === undefined ? undefined : pins.get(mount.id);
      if (mount === undefined || pin === undefined) continue;
      // Below a directory the agent writes, no link is anybody's but the agent's.
      const path = join(pin.resolved, target.slice(mount.target.length));
      pins.set(pinId, pinSource(path, { uid, expect: 'directory', allowLink: () => false }));
    }
    return new Map([...pins].map(([id, pin]) => [id, placed(pin, placer)]));
  } catch (error) {
    closePins(pins);
    throw error;
  }
}

/** Closes all descriptors. The map is empty afterwards. */
export function closePins(pins: Map<string, Pin>): void {
  for (const { fd } of pins.values()) closeSync(fd);
  pins.clear();
}

function placed(pin: Pin, { places, submounts }: Placer): PlacedPin {
  const points = submounts(pin.chain).map(({ point }) => point);
  return { ...pin, places: places(pin.chain, pin.fd), submounts: points };
}

function sourcePath(source: string, sessionDir: string | null): string | null {
  if (!source.startsWith(SESSION_PREFIX)) return source;
  return sessionDir === null ? null : join(sessionDir, source.slice(SESSION_PREFIX.length));
}
