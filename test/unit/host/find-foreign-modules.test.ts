import { expect, it } from 'vitest';
import { findForeignModules } from '../../../src/host/find-foreign-modules.ts';
import { tempWorld } from '../../support/temp-world.ts';

it.each([
  ['of a Mac', ['@esbuild/darwin-arm64', '@rollup/rollup-darwin-arm64', 'turbo-darwin-arm64', 'left-pad'], 3],
  ['of Alpine', ['@rollup/rollup-linux-x64-musl'], 1],
  ['of another processor', ['@esbuild/linux-arm64'], 1],
  ['of several, ours among them', ['@esbuild/darwin-arm64', '@esbuild/linux-x64', '@rollup/rollup-linux-x64-gnu'], 0],
  ['plain', ['left-pad', '@types/node', 'linux-x64-tools', 'is-linux'], 0],
] as const)('node_modules %s', (_, packages, count) => {
  const world = tempWorld();
  for (const name of packages) world.file(`project/node_modules/${name}/package.json`);
  expect(findForeignModules(`${world.home}/project`, 'x64')).toHaveLength(count);
});

it('nothing is there', () => expect(findForeignModules('/var/empty/absent', 'x64')).toEqual([]));
