import { expect, test } from 'vitest';
import type { Engine, ImageInfo } from '../../../src/engine/engine.ts';
import { AppError } from '../../../src/errors.ts';
import { imageLabels } from '../../../src/images/labels.ts';
import { findRoot } from '../../../src/images/root.ts';
import { rootRecipe } from '../../../src/images/root-recipe.ts';

interface World {
  readonly images?: Readonly<Record<string, Partial<ImageInfo>>>;
  readonly pull?: () => Promise<void>;
  readonly bootstrapped?: string | null;
}

/** Only what findRoot asks; `told` is what it did, in order. */
async function find(world: World, cancel = new AbortController()) {
  const told: string[] = [];
  const images = new Map(Object.entries(world.images ?? {}));
  const engine = {
    inspectImage: async (ref: string) => {
      const found = [...images].find(([name]) => ref.startsWith(name));
      return found === undefined ? null : { tags: [], labels: {}, id: found[0], ...found[1] };
    },
    pullImage: async () => {
      told.push('pull');
      await (world.pull ?? (() => Promise.reject(new AppError('ENGINE_FAILED', 'no registry', ''))))();
      images.set(rootRecipe.pullRef, { id: 'pulled' });
    },
    tagImage: async (id: string, repo: string) => void told.push(`tag ${id} ${repo}`),
  } as unknown as Engine;
  const options = {
    env: {},
    assumeYes: false,
    progress: { step: () => {}, line: () => {}, done: () => {} },
    signal: cancel.signal,
  };
  const bootstrap = async (_: Engine, { labels }: { labels: Readonly<Record<string, string>> }) => {
    told.push(`bootstrap ${labels[imageLabels.kind]}`);
    return world.bootstrapped ?? null;
  };
  return { id: await findRoot(engine, options, bootstrap), told };
}

test('the Debian image that is already there is not pulled', async () => {
  expect(await find({ images: { [rootRecipe.pullRef]: { id: 'there' } } })).toEqual({ id: 'there', told: [] });
});

test('else it is pulled', async () => {
  expect(await find({ pull: async () => {} })).toEqual({ id: 'pulled', told: ['pull'] });
});

test('no registry: made from packages, and kept under our tag', async () => {
  expect(await find({ bootstrapped: 'made' })).toEqual({
    id: 'made',
    told: ['pull', 'bootstrap root', 'tag made sandbox-root'],
  });
});

test('a tag of ours without our label is not taken', async () => {
  const { told } = await find({ images: { 'sandbox-root:': { id: 'impostor' } }, bootstrapped: 'made' });
  expect(told).toContain('bootstrap root');
});

test('none of it: the message names the command that helps', async () => {
  await expect(find({})).rejects.toMatchObject({
    code: 'IMAGE_BASE_MISSING',
    exitCode: 69,
    message: expect.stringContaining('no registry'),
    hint: expect.stringContaining('sudo sandbox image build'),
  });
});

test('cancelled while pulling: nothing else is tried', async () => {
  const cancel = new AbortController();
  const pull = async (): Promise<void> => {
    cancel.abort();
    throw new AppError('CANCELLED', 'Cancelled', '');
  };
  await expect(find({ pull, bootstrapped: 'made' }, cancel)).rejects.toMatchObject({ code: 'CANCELLED' });
});
