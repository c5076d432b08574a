import { runcFlaws } from '../known-flaws.ts';
import { probe } from '../probe.ts';

export const runtime = probe({
  id: 'runtime',
  title: 'runc',
  why: 'it makes the container: a hole in it is a way out of every session',
  mend: 'sudo apt-get update && sudo apt-get install --only-upgrade runc containerd.io docker-ce docker.io',
  gather: async (context) => (await context.engine()).info.runcVersion,
  judge(version) {
    const flaws = runcFlaws(version);
    if (flaws === null) return { state: 'not-available', found: version === '' ? 'the engine does not say' : version };
    if (flaws.length === 0) return { state: 'ok', found: version };
    return {
      state: 'warn',
      found: `${version}: not known to have the fixes of ${flaws.join(', ')} (or a distribution's backport has them)`,
    };
  },
});
