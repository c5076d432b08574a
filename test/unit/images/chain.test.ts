import { describe, expect, test } from 'vitest';
import { imageChain, type ImageInputs } from '../../../src/images/chain.ts';
import { contentDigest } from '../../../src/images/tags.ts';

const inputs: ImageInputs = {
  base: { Dockerfile: 'FROM x' },
  agent: { Dockerfile: 'FROM y' },
};
const codex = {
  name: 'codex',
  install: { npmPackage: '@openai/codex', version: '1.0.0', node: '22.0.0', allowScripts: ['a', 'b'] },
};
const shell = { name: 'shell', install: null };
const refs = (changes: Partial<ImageInputs>) => ({
  base: imageChain(shell, null, { ...inputs, ...changes }).ref,
  agent: imageChain(codex, null, { ...inputs, ...changes }).ref,
});

test('references are the content', () => {
  expect(imageChain(shell, null, inputs).ref).toMatch(/^sandbox-base:[0-9a-f]{16}$/);
  expect(imageChain(codex, null, inputs).ref).toMatch(/^sandbox-agent-codex:[0-9a-f]{16}$/);
  expect(imageChain(codex, null, structuredClone(inputs))).toEqual(imageChain(codex, null, inputs));
});

test('an agent that needs nothing is the base', () => {
  const chain = imageChain(shell, null, inputs);
  expect(chain.agent).toBeNull();
  expect(chain.ref).toBe(`sandbox-base:${chain.base?.digest}`);
});

describe('what changes a reference', () => {
  const before = refs({});

  test('a file of the base: both', () => {
    const after = refs({ base: { Dockerfile: 'FROM z' } });
    expect(after.base).not.toBe(before.base);
    expect(after.agent).not.toBe(before.agent);
  });

  test('the agent’s Dockerfile: only the agent', () => {
    const after = refs({ agent: { Dockerfile: 'FROM z' } });
    expect(after.base).toBe(before.base);
    expect(after.agent).not.toBe(before.agent);
  });

  test.each([{ version: '1.0.1' }, { npmPackage: 'other' }, { allowScripts: ['a'] }])('%o', (change) => {
    const other = { name: 'codex', install: { ...codex.install, ...change } };
    expect(imageChain(other, null, inputs).ref).not.toBe(before.agent);
  });
});

test('a base of the user’s own takes the place of ours', () => {
  const chain = imageChain(codex, 'debian:12', inputs);
  expect(chain.base).toBeNull();
  expect(chain.customBase).toBe('debian:12');
  expect(chain.ref).not.toBe(imageChain(codex, 'debian:13', inputs).ref);
  expect(imageChain(shell, 'debian:12', inputs).ref).toBe('debian:12');
});

test('build arguments of an agent', () => {
  const { agent } = imageChain(codex, null, inputs);
  expect(agent?.buildArgs).toEqual({
    PACKAGE: '@openai/codex',
    VERSION: '1.0.0',
    ALLOW_SCRIPTS: 'a,b',
    DIGEST: agent?.digest,
  });
  expect(agent?.files).toEqual({ Dockerfile: 'FROM y' });
});

test('the digest knows names from texts, and no order', () => {
  expect(contentDigest({ a: 'b', c: 'd' })).toBe(contentDigest({ c: 'd', a: 'b' }));
  expect(contentDigest({ a: 'bc' })).not.toBe(contentDigest({ ab: 'c' }));
  expect(contentDigest({ a: '1', b: '' })).not.toBe(contentDigest({ a: '1' }));
});
