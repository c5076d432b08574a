import { describe, expect, test } from 'vitest';
import { imageChain } from '../../../src/images/chain.ts';
import type { ImageInputs } from '../../../src/images/chain.ts';
import { layerDockerfile } from '../../../src/images/layer-dockerfile.ts';

const inputs: ImageInputs = { base: { Dockerfile: 'FROM x' }, agent: { Dockerfile: 'FROM y' } };
const agent = (name: string) => ({
  name,
  install: { npmPackage: name, version: '1.0.0', node: '22.0.0', allowScripts: [] },
});
const shell = { name: 'shell', install: null };
const layer = { apt: ['jq'], run: ['echo hi'] };

describe('a layer of the user', () => {
  test('lies between base and agent, the same for all', () => {
    const codex = imageChain(agent('codex'), null, inputs, layer);
    const pi = imageChain(agent('pi'), null, inputs, layer);
    const bare = imageChain(shell, null, inputs, layer);
    expect(codex.layer).toEqual(pi.layer);
    expect(codex.base).toEqual(imageChain(agent('codex'), null, inputs).base);
    expect(bare.ref).toMatch(/^sandbox-user:[0-9a-f]{16}$/);
    expect(bare.ref).toBe(`sandbox-user:${codex.layer?.digest}`);
    expect(codex.ref).not.toBe(imageChain(agent('codex'), null, inputs).ref);
  });

  test.each([{ apt: ['jq', 'bc'] }, { apt: [] }, { run: [] }, { run: ['echo ho'] }])('%j changes it', (change) => {
    const changed = imageChain(agent('codex'), null, inputs, { ...layer, ...change });
    expect(changed.ref).not.toBe(imageChain(agent('codex'), null, inputs, layer).ref);
  });

  test('depends on what is below', () => {
    const other = imageChain(agent('codex'), 'debian:12', inputs, layer);
    expect(other.base).toBeNull();
    expect(other.layer?.digest).not.toBe(imageChain(agent('codex'), null, inputs, layer).layer?.digest);
  });
});

describe('its Dockerfile', () => {
  const instructions = (text: string) => text.split('\n').filter((line) => line !== '');

  test('has one line an instruction, whatever a script holds', () => {
    const nasty = 'cat <<EOF > /x\nFROM evil\nEOF\necho "a\\\nb" # syntax=docker/dockerfile\n\u2028$BASE ${BASE}';
    const lines = instructions(layerDockerfile({ apt: [], run: [nasty] }));
    expect(lines.map((line) => line.split(' ')[0])).toEqual(['ARG', 'FROM', 'USER', 'ARG', 'RUN', 'RUN']);
    const [shellPath, ...rest] = JSON.parse(lines[4]?.slice(4) ?? '') as string[];
    expect([shellPath, ...rest.slice(0, 2)]).toEqual(['/bin/sh', '-e', '-c']);
    expect(rest[2]).toContain(nasty);
  });

  test('installs packages first, and takes set-uid bits last', () => {
    const runs = instructions(layerDockerfile(layer)).filter((line) => line.startsWith('RUN'));
    expect(runs).toHaveLength(3);
    expect(runs[0]).toContain('apt-get install -y --no-install-recommends jq');
    expect(runs[1]).toContain('echo hi');
    expect(runs[2]).toContain('chmod ug-s');
  });
});
