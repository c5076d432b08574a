import { describe, expect, test } from 'vitest';
import type { ImageInfo } from '../../../src/engine/engine.ts';
import { imageStatus } from '../../../src/images/image-status.ts';
import { imageLabels } from '../../../src/images/labels.ts';

const DAY = 86_400_000;
const now = Date.parse('2026-06-30T12:00:00Z');

function image(kind: string, tags: readonly string[], more: Readonly<Record<string, string>> = {}): ImageInfo {
  const digest = tags[0]?.split(':')[1] ?? 'd';
  return {
    id: `sha256:${kind}-${tags.join('-')}`,
    tags,
    labels: { [imageLabels.kind]: kind, [imageLabels.digest]: digest, ...more },
    size: 1,
    created: new Date(now - 3.5 * DAY).toISOString(),
  };
}
const agent = (tag: string, version: string) =>
  image('agent', [`sandbox-agent-codex:${tag}`], { [imageLabels.agent]: 'codex', [imageLabels.version]: version });

const status = (images: readonly ImageInfo[], wanted: readonly string[] = [], used: readonly string[] = []) =>
  imageStatus({ images, wanted: new Set(wanted), used: new Set(used), versions: new Map([['codex', '2.0.0']]), now });

describe('an image', () => {
  test('that a plan wants is current', () => {
    expect(status([agent('aa', '2.0.0')], ['sandbox-agent-codex:aa'])).toMatchObject([
      { ref: 'sandbox-agent-codex:aa', agent: 'codex', version: '2.0.0', status: 'current', reason: null, age: 3 },
    ]);
  });

  test('that none wants is stale, for a reason', () => {
    expect(status([agent('aa', '1.9.0'), agent('bb', '2.0.0')])).toMatchObject([
      { status: 'stale', reason: 'the version is 2.0.0 now' },
      { status: 'stale', reason: 'made from other contents than now' },
    ]);
  });

  test('that a container was made from is in use, stale or not', () => {
    const one = agent('aa', '1.9.0');
    expect(status([one], [], [one.id])).toMatchObject([{ status: 'stale', inUse: true }]);
  });

  test('all others build on is always wanted; what builders leave never', () => {
    expect(status([image('root', ['sandbox-root:aa'])])).toMatchObject([{ status: 'current' }]);
    expect(status([image('stage', [])])).toMatchObject([
      { ref: null, status: 'stale', reason: 'left behind by a build' },
    ]);
  });
});

test('a fresh stage may belong to a build that goes on', () => {
  const fresh = { ...image('stage', []), created: new Date(now - 60_000).toISOString() };
  expect(status([fresh])).toEqual([]);
});

test.each([
  ['of the user, built on ours', { ...image('base', ['sandbox-base:aa']), tags: ['mine:latest'] }],
  ['of the user, built on ours, without a name', image('agent', [])],
  ['with our name and another digest', { ...image('base', ['sandbox-base:aa']), tags: ['sandbox-base:bb'] }],
  ['with a name like ours', { ...image('base', ['sandbox-base:aa']), tags: ['registry/sandbox-base:aa'] }],
  ['of another kind than its name', { ...image('base', ['sandbox-user:aa']) }],
  ['built on a stage, with a name', image('stage', ['mine:1'])],
  ['of no kind', image('constructor', ['x:aa'])],
])('an image %s is none of ours', (_, one) => {
  expect(status([one])).toEqual([]);
});
