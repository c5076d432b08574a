import { knownFlaws } from '../known-flaws.ts';
import type { Verdict } from '../probe.ts';
import { probe } from '../probe.ts';

const MEND =
  'sudo apt-get update && sudo apt-get install --only-upgrade runc containerd containerd.io docker.io docker-ce';

function judged(component: Parameters<typeof knownFlaws>[0], version: string | undefined): Verdict {
  const flaws = knownFlaws(component, version ?? '');
  if (flaws === null) return { state: 'not-available', found: version ?? 'the engine does not say' };
  if (flaws.length === 0) return { state: 'ok', found: version ?? '' };
  const found = `${version ?? ''}: not known to have the fixes of ${flaws.join(', ')}, or of a distribution's backport`;
  return { state: 'warn', found };
}

export const runtime = probe({
  id: 'runtime',
  title: 'runc',
  why: 'it makes the container: a hole in it is a way out of every session',
  mend: MEND,
  gather: async (context) => (await (await context.engine()).engine.componentVersions()).get('runc'),
  judge: (version: string | undefined) => judged('runc', version),
});

export const containerd = probe({
  id: 'containerd',
  title: 'containerd',
  why: 'it sets up what the container runs as',
  mend: MEND,
  gather: async (context) => (await (await context.engine()).engine.componentVersions()).get('containerd'),
  judge: (version: string | undefined) => judged('containerd', version),
});
