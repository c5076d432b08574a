import { agents } from '../../agents/index.ts';
import type { ListedImage } from '../../images/image-status.ts';
import { probe } from '../probe.ts';

/** Days after which what lies below is due for its distribution's fixes. */
const OLD = 60;

export const images = probe({
  id: 'images',
  title: 'images',
  why: 'a launch takes the image of the pinned version; what is missing is built first, which takes minutes',
  mend: 'sandbox image build all',
  gather: (context) => context.images(),
  judge(found: readonly ListedImage[]) {
    const named = agents.filter(({ install }) => install !== null).map(({ name }) => name);
    const current = found.filter(({ status }) => status === 'current');
    const of = (images: readonly ListedImage[], agent: string): ListedImage | undefined =>
      images.find((image) => image.kind === 'agent' && image.agent === agent);
    const missing = named.filter((agent) => of(current, agent) === undefined);
    const wrong = missing.map((agent) => {
      const stale = of(found, agent);
      return stale === undefined ? `${agent}: none` : `${agent} ${stale.version ?? ''} is stale: ${stale.reason ?? ''}`;
    });
    if (wrong.length > 0) return { state: 'warn', found: wrong.join('; ') };
    const old = current.find(({ kind, age }) => (kind === 'root' || kind === 'base') && age > OLD);
    if (old !== undefined)
      return {
        state: 'warn',
        found: `${old.ref ?? old.kind} is ${old.age} days old`,
        mend: 'docker image rm --force what `sandbox image list` shows as root and base, then sandbox image build all',
      };
    return { state: 'ok', found: `all here: ${named.join(', ')}` };
  },
});
